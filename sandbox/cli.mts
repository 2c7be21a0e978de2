import { help, readCommandLine } from './commandLine.mts';
import type { SandboxAddress, SettingsChange } from './sandbox.mts';
import { startSandbox } from './sandbox.mts';

async function start(options: SettingsChange & SandboxAddress): Promise<void> {
	const sandbox = await startSandbox(options);
	const end = () => void sandbox.close().then(() => process.exit(0));
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
	process.stdout.write(
		`Backlink panel sandbox\n\n` +
			`  Base URL  ${sandbox.url}\n` +
			`  API key   ${sandbox.apiKey}\n` +
			`  Page      ${sandbox.url}/\n` +
			`  Feed      ${sandbox.url}/feed.xml\n\n` +
			`Ctrl-C ends it.\n`,
	);
}

function complain(message: string): void {
	process.stderr.write(`${message}\n`);
	process.exitCode = 1;
}

const command = readCommandLine(process.argv.slice(2), process.env);
if (command.kind === 'help') process.stdout.write(help);
if (command.kind === 'mistake') complain(`${command.message}\nSee --help.`);
if (command.kind === 'start') {
	start(command.options).catch((error: unknown) =>
		complain(`Could not start: ${error instanceof Error ? error.message : String(error)}`),
	);
}
