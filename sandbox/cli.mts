/** `npm run sandbox`: the sandbox alone, until Ctrl-C. */
import { CommandLineMistake } from '../tooling/commandLine.mts';
import { sandboxStart, type SandboxOptions } from './commandLine.mts';
import { startSandbox } from './sandbox.mts';

export async function run(options: SandboxOptions): Promise<void> {
	const start = sandboxStart(options, process.env);
	const sandbox = await startSandbox(start).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'EADDRINUSE') {
			throw new CommandLineMistake(`Port ${start.port} is in use: --port 0 takes a free one`);
		}
		if (error.syscall === undefined) throw error;
		throw new CommandLineMistake(`--host ${start.host} cannot be listened on: ${error.code}`);
	});
	const end = () => void sandbox.close().then(() => process.exit(0));
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
	console.log(`Backlink panel sandbox

  Base URL  ${sandbox.url}
  API key   ${sandbox.apiKey}
  Page      ${sandbox.url}/
  Feed      ${sandbox.url}/feed.xml

Ctrl-C ends it; its orders and settings go with it.`);
}
