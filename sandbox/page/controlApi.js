/** Asks the control API; throws its message if it refuses. */
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
