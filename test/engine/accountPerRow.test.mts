import { type NodeRun, runNode } from './engine.mts';
import { backlinkForm, backlinkItems, balanceForm, ordersForm } from './forms.mts';
import { chargesOfItems } from './ordersOfItems.mts';
import { inOrder, retryOnFail } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

/* An agency has its customers’ API keys in a column. The credential reads the key with an expression. */

const panel = usePanel();
const A = 'demo_live_of_customer_a';
const B = 'demo_live_of_customer_b';
beforeEach(() => panel.client.change({ apiKeys: [A, B] }));

const rowsOf = (...keys: string[]) =>
	backlinkItems(keys.length).map((item, index) => ({ ...item, key: keys[index] }));
const run = async (keys: string[], more: Partial<NodeRun> = {}) =>
	await runNode({
		credential: { ...panel.credential, apiKey: '={{ $json.key }}' },
		parameters: { ...backlinkForm, options: inOrder },
		items: rowsOf(...keys),
		onError: 'continueErrorOutput',
		...more,
	});
const refused = expect.objectContaining({
	reason: 'invalidCredential',
	description: expect.stringContaining('Loop Over Items'),
	charged: 'no',
});

test('rows of the first account are ordered, those of another one are refused before they are sent', async () => {
	const { output, errorOutput } = await run([A, B, A, B]);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	expect(errorOutput.map(({ json }) => json.error)).toEqual([refused, refused]);
	expect(await chargesOfItems(panel, 4)).toEqual([1, 0, 1, 0]);
});

test('with Retry On Fail and parallel requests, only rows of the first account are ordered', async () => {
	await run([A, B], { parameters: backlinkForm, settings: retryOnFail });
	expect(await chargesOfItems(panel, 2)).toEqual([1, 0]);
});

test('the same key in each row, also with a blank at its end: all are ordered', async () => {
	const { output } = await run([A, `${A} `, A]);
	expect(output).toHaveLength(3);
	expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
});

test('a row without a key is refused by itself', async () => {
	const { output, errorOutput } = await run([A, '', A]);
	expect(output).toHaveLength(2);
	expect(errorOutput[0]?.json.error).toMatchObject({
		reason: 'invalidCredential',
		charged: 'no',
	});
	expect(await chargesOfItems(panel, 3)).toEqual([1, 0, 1]);
});

test('another panel in the Base URL is another account', async () => {
	const items = rowsOf(A, A).map((item, index) => ({
		...item,
		panel: index === 0 ? panel.url : 'http://127.0.0.1:9',
	}));
	const { errorOutput } = await run([], {
		items,
		credential: { ...panel.credential, apiKey: A, baseUrl: '={{ $json.panel }}' },
	});
	expect(errorOutput.map(({ json }) => json.error)).toEqual([refused]);
	expect(await chargesOfItems(panel, 2)).toEqual([1, 0]);
});

test.each([
	['a balance', balanceForm],
	['a list of orders', ordersForm],
	['a dry run', { ...backlinkForm, options: { ...inOrder, dryRun: true } }],
])('%s for the key of another account is refused', async (_, parameters) => {
	const { errorOutput } = await run([A, B], { parameters });
	expect(errorOutput.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		[refused, { item: 1 }],
	]);
});
