/**
 * Removes the API key from whatever the service sent back, at any depth. A service that echoes its
 * request would otherwise put the key into outputs, logs and error texts.
 */
export function withoutKey(value: unknown, apiKey: string): unknown {
	// A key is printable ASCII, so JSON writes it as it is but for quotes and backslashes.
	const keyInJson = JSON.stringify(apiKey).slice(1, -1);
	const text = JSON.stringify(value) ?? '';
	return text.includes(keyInJson) ? JSON.parse(text.split(keyInJson).join('[API key]')) : value;
}
