import { connect, type Socket } from 'node:net';

import { answer, hangUp, reset, startTcpServer, type FailingServer } from './failingServers.mts';

/** What a proxy does when it is asked to connect to a host of this name. */
const behaviours: Record<string, (connection: Socket, tcp: Socket, port: number) => void> = {
	'proxy-hangs-up.test': hangUp,
	'proxy-resets.test': reset,
	'proxy-says-nothing.test': () => {},
	'proxy-wants-login.test': answer('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
	'proxy-forbids.test': answer('HTTP/1.1 403 Forbidden\r\n\r\n<html>forbidden</html>'),
	'proxy-finds-nothing.test': answer('HTTP/1.1 502 Bad Gateway\r\n\r\n<html>no route</html>'),
	'proxy-waits-in-vain.test': answer('HTTP/1.1 504 Gateway Timeout\r\n\r\n'),
	'proxy-wants-consent.test': answer('HTTP/1.1 302 Found\r\nLocation: http://login.test/\r\n\r\n'),
	'proxy-speaks-otherwise.test': answer('What do you want?\r\n\r\n'),
	'proxied.test': tunnel,
};

/** A proxy that does with a CONNECT what the name of the wanted host says. */
export async function startConnectProxy(): Promise<FailingServer> {
	return await startTcpServer({
		onConnection: (connection) => {
			connection.once('data', (bytes) => {
				const [, host = '', port] = /^CONNECT ([^ :]+):(\d+)/.exec(bytes.toString()) ?? [];
				behaviours[host]?.(connection, connection, Number(port));
			});
		},
	});
}

function tunnel(connection: Socket, _: Socket, port: number): void {
	const service = connect(port, '127.0.0.1', () => {
		connection.write('HTTP/1.1 200 Connection established\r\n\r\n');
		connection.pipe(service).pipe(connection);
	});
	service.on('error', () => connection.destroy());
	connection.on('error', () => service.destroy());
}
