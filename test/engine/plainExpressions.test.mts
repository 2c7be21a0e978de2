import type { IDataObject } from 'n8n-workflow';

import { backlinkForm } from './forms.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

/*
 * An expression that only names a field of the item is read without n8n's evaluation. What comes of it
 * has to be the same as what n8n makes of the field.
 */

const panel = usePanel();

async function outcomeOf(anchorText: string, anchor: unknown) {
	// What other nodes put into items is not always what n8n's type says.
	const item = { url: 'https://example.com/page', anchor, months: 1 } as IDataObject;
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...backlinkForm, anchorText },
		items: [item],
		onError: 'continueRegularOutput',
	});
	const requests = await panel.client.requestsTo('/backlink');
	await panel.client.reset();
	return { ordered: requests.map(({ body }) => body), error: run.output[0]?.json.error };
}

test.each<[string, unknown]>([
	['text with white space around it', '  el yapımı halı 🧵\n'],
	['text that looks like an expression', '={{ $json.url }}'],
	['text with an expression in it', '{{ $json.url }}'],
	['a large number', 1e21],
	['null', null],
	['nothing', undefined],
	['an object', { deep: 'carpets' }],
	['a date', new Date('2026-11-28')],
])('%s', async (_, anchor) => {
	const evaluatedByN8n = await outcomeOf('={{ ($json.anchor) }}', anchor);
	expect(await outcomeOf('={{ $json.anchor }}', anchor)).toEqual(evaluatedByN8n);
});

test.each(['constructor', '__proto__', 'toString', 'anchor2'])(
	'a field that the item does not have: %s',
	async (field) => {
		const evaluatedByN8n = await outcomeOf(`={{ ($json.${field}) }}`, 'carpets');
		expect(await outcomeOf(`={{ $json.${field} }}`, 'carpets')).toEqual(evaluatedByN8n);
		expect(evaluatedByN8n.ordered).toEqual([]);
	},
);
