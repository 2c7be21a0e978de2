import type { SendResult } from '../../nodes/BacklinkPanel/api/panelClient.ts';
import { failure, type FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import type { ItemResult } from '../../nodes/BacklinkPanel/operations/ItemResult.ts';
import {
	fetchOrderEvidence,
	withOrderEvidence,
} from '../../nodes/BacklinkPanel/orders/evidence/orderEvidence.ts';

const ADDRESS = 'https://example.com/page';

test.each<[string, SendResult['outcome'], string]>([
	[
		'an answer',
		{ kind: 'answer', body: { backlinkler: [{ id: 1 }, { id: 2 }] } },
		'The order list has 2 entries',
	],
	[
		'no answer',
		failure('outcomeUnknown', { detail: 'no answer' }),
		'The order list could not be read.',
	],
	['a stop', { kind: 'stopped' }, 'The order list could not be read.'],
])('the service is asked once for the whole list: %s', async (_, outcome, told) => {
	const send = jest.fn(async () => await Promise.resolve({ outcome, waitedMs: 0, rejections: 0 }));
	const list = await fetchOrderEvidence({ announce: () => {}, send }, undefined);
	expect(list.evidenceFor(ADDRESS)).toContain(told);
	expect(send).toHaveBeenCalledTimes(1);
	expect(send).toHaveBeenCalledWith(
		expect.objectContaining({ path: '/siparisler', query: undefined }),
		expect.objectContaining({ triesOnce: true }),
	);
});

describe('the results of a batch', () => {
	const failed = (reason: FailureReason, subject?: string): ItemResult => ({
		kind: 'failed',
		failure: failure(reason, { detail: '', subject }),
	});
	const done: ItemResult = { kind: 'done', by: 'ordering', items: [{ placementId: 'bl_1' }] };

	async function withEvidence(results: Array<ItemResult | undefined>) {
		const body = { backlinkler: [{ id: 1, hedefUrl: ADDRESS }] };
		const outcome: SendResult['outcome'] = { kind: 'answer', body };
		const send = jest.fn(
			async () => await Promise.resolve({ outcome, waitedMs: 0, rejections: 0 }),
		);
		const told = await withOrderEvidence(results, { announce: () => {}, send }, undefined);
		return { told, asked: send.mock.calls.length };
	}

	test('get evidence for each order whose outcome is unknown, from one look into the list', async () => {
		const other = failed('outcomeUnknown', 'https://other.example');
		const refused = failed('krediYetersiz', ADDRESS);
		const results = [done, failed('outcomeUnknown', ADDRESS), undefined, refused, other];
		const { told, asked } = await withEvidence(results);
		expect(told).toEqual([
			done,
			{
				kind: 'failed',
				failure: {
					...failure('outcomeUnknown', { detail: '', subject: ADDRESS }),
					evidence: expect.stringContaining(', 1 for “https://example.com/page”'),
				},
			},
			undefined,
			refused,
			expect.objectContaining({
				failure: expect.objectContaining({ evidence: expect.stringContaining(', none for “') }),
			}),
		]);
		expect(asked).toBe(1);
	});

	test('stay as they are where none is unknown, or where nothing tells it from others', async () => {
		const results = [done, undefined, failed('krediYetersiz', ADDRESS), failed('outcomeUnknown')];
		expect(await withEvidence(results)).toEqual({ told: results, asked: 0 });
	});
});
