import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';

/** An address that takes no connection and does not refuse one either. */
export interface SilentAddress {
	port: number;
	close(): void;
}

const program = `
	const server = require('net').createServer();
	server.listen({ host: '127.0.0.2', port: 0, backlog: 1 }, () => console.log(server.address().port));
`;

/**
 * A server that is stopped before it takes what waits for it: when its queue is full, the system
 * leaves every further attempt unanswered.
 */
export async function startSilentAddress(): Promise<SilentAddress> {
	const server = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
	const port = await new Promise<number>((resolve) =>
		server.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
	);
	server.kill('SIGSTOP');
	const queue: Socket[] = Array.from({ length: 4 }, () => connect(port, '127.0.0.2'));
	for (const socket of queue) socket.on('error', () => {});
	await new Promise((resolve) => setTimeout(resolve, 100));
	return {
		port,
		close: () => {
			for (const socket of queue) socket.destroy();
			server.kill('SIGKILL');
		},
	};
}
