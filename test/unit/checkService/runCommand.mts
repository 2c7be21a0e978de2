import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs `npm run check-service` with address and key in its environment. */
export async function runCommand(options: string[], baseUrl: string, apiKey: string) {
	const access = { BACKLINK_PANEL_BASE_URL: baseUrl, BACKLINK_PANEL_API_KEY: apiKey };
	const child = spawn(process.execPath, ['tooling/run.mjs', 'check-service', ...options], {
		env: { ...process.env, ...access },
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	const [code] = await once(child, 'close');
	return { code, output };
}
