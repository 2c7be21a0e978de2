/**
 * `node tooling/run.mjs <name> <options>` runs the npm scripts of `commands.mjs`. It first refuses
 * unknown options and answers `--help`. Then it installs missing development dependencies, and runs the
 * program in this process with the values of its options.
 */
import { parseArgs } from 'node:util';
import { commands } from './commands.mjs';

const [name, ...args] = process.argv.slice(2);
const { program, does, options, exitCodeOfMistake = 1 } = commands[name];
const known = { ...options, help: { type: 'boolean', help: 'this text' } };

const values = valuesOf(args);
if (values.help) console.log(help());
else await run(values);

async function run(values) {
	await import('./installDependencies.mjs');
	// Both module systems: the node itself is CommonJS.
	for (const modules of ['esm', 'cjs']) (await import(`tsx/${modules}/api`)).register();
	try {
		await (await import(`../${program}`)).run(values);
	} catch (error) {
		if (error?.name !== 'CommandLineMistake') throw error;
		refuse(error.message);
	}
}

function valuesOf(args) {
	try {
		return parseArgs({ args, options: known }).values;
	} catch (error) {
		// Drops the sentences after the first: advice about options that begin like this one.
		return refuse(error.message.replace(/\. .*/s, ''));
	}
}

function refuse(message) {
	// Masks an API key in the wrong place.
	console.error(`${message.replace(/_live_[^\s']*/g, '_live_…')}\n\n${help()}`);
	process.exit(exitCodeOfMistake);
}

function help() {
	const npmScript = name === 'start' ? 'npm start' : `npm run ${name}`;
	const left = Object.entries(known).map(
		([option, { value }]) => `  --${option}${value ? ` <${value}>` : ''}  `,
	);
	const width = Math.max(...left.map(({ length }) => length));
	const right = Object.values(known).map((option) =>
		option.help.replaceAll('\n', `\n${' '.repeat(width)}`),
	);
	const lines = left.map((text, index) => text.padEnd(width) + right[index]);
	return `${does}\n\nUsage: ${npmScript} -- [options]\n\n${lines.join('\n')}`;
}
