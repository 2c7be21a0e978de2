/**
 * The process that is measured: n8n's engine and the two nodes, nothing else. It takes what to run
 * from the process that started it, and ends with it.
 */
import { startEngine } from './engine.mts';
import { measure } from './measure.mts';
import type { EngineFolders, RunFiguresMessage, RunRequestMessage } from './messages.mts';

// tsx turns them on; they make n8n's errors and stack traces slower than they are.
process.setSourceMapsEnabled(false);

// Our own process wrote both, so they have the shape of their types.
const folders = JSON.parse(process.argv[2] ?? '') as EngineFolders;
const runNode = await startEngine(folders);

process.on('message', ({ id, request }: RunRequestMessage) => {
	void measure(runNode, request).then((figures) => {
		process.send?.({ id, figures } satisfies RunFiguresMessage);
	});
});
process.on('disconnect', () => process.exit());
