import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Finds a port on 127.0.0.1 that is free now.
 * @param wanted default: any port
 * @throws if the wanted port is taken
 */
export async function freePort(wanted = 0): Promise<number> {
	const server = createServer().listen(wanted, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('No free port was found');
	return address.port;
}
