import { readFile } from 'node:fs/promises';

export interface LogLine {
	/** 'error', 'warn', 'info', 'debug'; 'unknown' for what is not from n8n's logger, as a Node warning. */
	level: string;
	/** The whole line, with all that n8n knows about it. */
	text: string;
}

/** The lines of n8n's log, which n8n writes as JSON here. */
export async function n8nLog(logFile: string): Promise<LogLine[]> {
	const lines = (await readFile(logFile, 'utf8')).split('\n');
	return lines.map((text) => ({ level: levelOf(text), text }));
}

function levelOf(line: string): string {
	return /^\{"level":"(?<level>error|warn|info|debug)"/.exec(line)?.groups?.level ?? 'unknown';
}
