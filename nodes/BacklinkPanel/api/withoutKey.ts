/**
 * Removes the API key from whatever the service sent back, at any depth. A service that echoes its
 * request would otherwise put the key into outputs, logs and error texts.
 */
export function withoutKey(value: unknown, apiKey: string): unknown {
	// A list of thousands is searched as text much faster than walked.
	const keyInJson = JSON.stringify(apiKey).slice(1, -1);
	const isFree = !(JSON.stringify(value) ?? '').includes(keyInJson);
	return isFree ? value : cleaned(value, apiKey);
}

function cleaned(value: unknown, apiKey: string): unknown {
	if (typeof value === 'string') return value.split(apiKey).join('[API key]');
	if (Array.isArray(value)) return value.map((entry) => cleaned(entry, apiKey));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			name.split(apiKey).join('[API key]'),
			cleaned(entry, apiKey),
		]),
	);
}
