import type { Report } from '../real-n8n/cachedInstallation.mts';

/** Error of a failed step, whose name and time have been printed. */
export class StepFailure extends Error {
	constructor(
		readonly title: string,
		cause: unknown,
	) {
		super(cause instanceof Error ? cause.message : String(cause), { cause });
	}
}

/**
 * Prints a line for a step of the demo, with its time. The step's own report follows in lines of its own.
 * @throws StepFailure if the action throws
 */
export async function step<Result>(
	title: string,
	action: (report: Report) => Promise<Result>,
): Promise<Result> {
	const startedAt = Date.now();
	const line = `${title} … `;
	let startOfEnd = '';
	const printEnd = (text: string) => {
		const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
		process.stdout.write(`${startOfEnd}${text}${seconds} s\n`);
	};
	process.stdout.write(line);
	try {
		const result = await action((text) => {
			process.stdout.write(`${startOfEnd === '' ? '\n' : ''}    ${text}\n`);
			startOfEnd = line;
		});
		printEnd('');
		return result;
	} catch (error) {
		printEnd('failed after ');
		throw new StepFailure(title, error);
	}
}
