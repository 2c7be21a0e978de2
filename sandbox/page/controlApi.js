/** Asks the control API; what it refuses is thrown with its own words. */
export async function call(method, path, body) {
	const sent =
		body === undefined
			? {}
			: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
	const answer = await fetch('/__sandbox' + path, { method, ...sent }).catch(() => {
		throw new Error('The sandbox does not answer.');
	});
	const json = await answer.json();
	if (!answer.ok) throw new Error(json.message);
	return json;
}
