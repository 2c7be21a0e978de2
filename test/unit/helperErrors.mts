/** Errors of Node, axios or n8n as its request helper hands them on. */
export type Fields = Record<string, unknown>;

const errorWith = (message: string, fields: Fields): Error =>
	Object.assign(new Error(message), fields);

/** n8n 2.x: its own error around that of axios, around that of Node. */
export function fromN8n2(axios: Fields, node: Fields = {}, message = ''): Error {
	const cause = Object.keys(node).length > 0 ? errorWith(message, node) : undefined;
	return errorWith('The service did something', {
		name: 'NodeApiError',
		httpCode: axios.code,
		cause: errorWith(message, { name: 'AxiosError', ...axios, cause }),
	});
}

/** Later n8n 1.x: its own error alone. The text of the cause is left in `messages` only. */
export function fromN8n1(code: string | undefined, original: string): Error {
	const canned = 'The connection to the server was closed unexpectedly, perhaps it is offline.';
	return errorWith(canned, {
		name: 'NodeApiError',
		httpCode: code,
		messages: [original, original],
	});
}

/** A code and a text, in both forms. */
export function inBoth(code: string | undefined, text: string, node: Fields = {}): Error[] {
	return [fromN8n2({ code }, { code, ...node }, text), fromN8n1(code, text)];
}

/** A call of the system that failed, in both forms. */
export function failedCall(call: string, code: string): Error[] {
	return inBoth(code, `${call} ${code} 192.0.2.1:443`, { syscall: call });
}

export const ofHandshake = (reason: string, start = 'write EPROTO ') =>
	`${start}80AC0DBA:error:0A00010B:SSL routines:ssl3_read_bytes:${reason}:../rec_layer_s3.c:1601:\n`;

/** The request and its socket as they are when the error is caught. */
export const request = (socket: Fields | null, isDestroyed = true) => ({
	destroyed: isDestroyed,
	socket: socket && { destroyed: isDestroyed, ...socket },
});
export const inHandshake = { encrypted: true, secureConnecting: true, bytesWritten: 209 };
export const secure = { encrypted: true, secureConnecting: false, bytesWritten: 209 };
/** What a proxy agent puts in the place of a connection that it did not get. */
export const standIn = { bytesWritten: 0, _bytesDispatched: 0 };
export const neverConnected = { bytesWritten: 209, _bytesDispatched: 0 };
export const connected = { bytesWritten: 209, _bytesDispatched: 209 };

export const timeoutText = 'timeout of 120000ms exceeded';
export const timeoutWith = (socket: Fields | null, isDestroyed = true) =>
	fromN8n2({ code: 'ECONNABORTED', request: request(socket, isDestroyed) }, {}, timeoutText);
