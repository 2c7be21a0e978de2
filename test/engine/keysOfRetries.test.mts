import { lostAnswerOf, noSiteFor, chargesOfItems } from './ordersOfItems.mts';
import { backlinkForm } from './forms.mts';
import { inOrder, oneAtATime, retryOnFail, runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();
const keyed = (idempotencyKey: string) => ({
	...backlinkForm,
	options: { ...inOrder, idempotencyKey },
});
const byAnchor = keyed('={{ $json.anchor }}');

test.each([
	['added', oneAtATime],
	['corrected', keyed('={{ $json.anchor }}-draft')],
])('a key that is %s before the Retry also covers earlier paid orders', async (how, before) => {
	const workflowId = `key ${how}`;
	await panel.client.addFault(noSiteFor(2, 1));
	const failed = await runBacklinks(panel, 3, { parameters: before, workflowId });
	await failed.retry({ parameters: byAnchor });
	expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
	await runBacklinks(panel, 3, { parameters: byAnchor, workflowId });
	expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
});

test('a key that is added before the second Retry also covers orders of the first Retry', async () => {
	const workflowId = 'key of the second Retry';
	await panel.client.addFault(noSiteFor(0, 1));
	const failed = await runBacklinks(panel, 3, { workflowId });
	await panel.client.addFault(noSiteFor(2, 1));
	await failed.retry();
	await failed.retry({ parameters: byAnchor });
	expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
	await runBacklinks(panel, 3, { parameters: byAnchor, workflowId });
	expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
});

test('a key that is added before a Retry covers earlier paid orders, also if the Retry stops before them', async () => {
	const workflowId = 'key of a Retry that stops';
	const parameters = { ...backlinkForm, options: { parallelRequests: 3 } };
	await panel.client.addFault({ ...noSiteFor(0, 2), delayMs: 200 });
	const failed = await runBacklinks(panel, 3, { parameters, workflowId });
	expect((await failed.retry({ parameters: byAnchor })).status).toBe('error');
	await runBacklinks(panel, 3, { parameters: byAnchor, workflowId });
	expect(await chargesOfItems(panel, 3)).toEqual([1, 1, 1]);
});

test('Max Credits counts an order of an earlier Retry once, however many tries find it', async () => {
	const parameters = { ...backlinkForm, options: { ...inOrder, maxCredits: 5 } };
	await panel.client.addFault(noSiteFor(0, 1));
	const failed = await runBacklinks(panel, 5, { parameters, workflowId: 'tries of a Retry' });
	await panel.client.addFault(noSiteFor(4, 1));
	await failed.retry();
	expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 0]);
	await panel.client.addFault(noSiteFor(4, 2));
	const second = await failed.retry({ settings: retryOnFail });
	expect(second.status).toBe('success');
	expect(await chargesOfItems(panel, 5)).toEqual([1, 1, 1, 1, 1]);
});

test.each(['the execution', 'its first Retry'])(
	'an order that %s left unknown stays unknown under a key that is added before a Retry',
	async (lost) => {
		const workflowId = `key of what ${lost} left unknown`;
		const isInRetry = lost === 'its first Retry';
		await panel.client.addFault(isInRetry ? noSiteFor(0, 1) : lostAnswerOf(0));
		const failed = await runBacklinks(panel, 1, { workflowId });
		if (isInRetry) {
			await panel.client.addFault(lostAnswerOf(0));
			await failed.retry();
		}
		await failed.retry({ parameters: byAnchor });
		const later = await runBacklinks(panel, 1, { parameters: byAnchor, workflowId });
		expect(later.error?.context).toMatchObject({ charged: 'unknown' });
		expect(await chargesOfItems(panel, 1)).toEqual([1]);
	},
);

test('a Retry of more items than a workflow remembers is refused, because each item gets a key', async () => {
	await panel.client.addFault({ answer: 'status', status: 401, body: WRONG_KEY });
	const failed = await runBacklinks(panel, 10_001, { workflowId: 'Retry of many' });
	await panel.client.clearFaults();
	const retried = await failed.retry();
	expect(retried.error?.context).toMatchObject({ reason: 'tooManyKeys', charged: 'no' });
	expect(await panel.client.creditsCharged()).toBe(0);
});

const WRONG_KEY = { ok: false, kod: 'yetkisiz', hata: 'Geçersiz anahtar' };
