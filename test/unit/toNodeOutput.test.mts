import { toNodeOutput } from '../../nodes/BacklinkPanel/batch/runEnd.ts';
import { failure, type FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { toErrorItem } from '../../nodes/BacklinkPanel/errors/nodeError.ts';
import type { ItemResult } from '../../nodes/BacklinkPanel/operations/ItemResult.ts';
import { testNode } from '../engine/testNode.mts';

type Results = Array<ItemResult | undefined>;

const node = testNode('Backlink Panel', 'backlinkPanel');
const done = (...ids: number[]): ItemResult => ({
	kind: 'done',
	by: 'ordering',
	items: ids.map((id) => ({ id })),
});
const failed = (reason: FailureReason, more = {}): ItemResult => ({
	kind: 'failed',
	failure: failure(reason, { detail: '' }),
	...more,
});

/** The error that ends the run. */
function thrown(results: Results, isLedgerKept?: boolean) {
	try {
		toNodeOutput(node, results, 'stop', isLedgerKept);
	} catch (error) {
		return error as { context: object; description: string };
	}
	throw new Error('Nothing was thrown');
}

test('each item keeps the pairing with its input; what was not started has no output', () => {
	const results: Results = [done(1, 2), undefined, done(), { kind: 'stopped' }, done(3)];
	expect(toNodeOutput(node, results, 'stop')).toEqual([
		{ json: { id: 1 }, pairedItem: { item: 0 } },
		{ json: { id: 2 }, pairedItem: { item: 0 } },
		{ json: { id: 3 }, pairedItem: { item: 4 } },
	]);
});

test('where the run goes on, a failed item is an error item in its place', () => {
	expect(toNodeOutput(node, [failed('refused'), done(1)], 'continue')).toEqual([
		{ json: { error: expect.objectContaining({ reason: 'refused' }) }, pairedItem: { item: 0 } },
		{ json: { id: 1 }, pairedItem: { item: 1 } },
	]);
});

test('a failure of a dry run does not end it', () => {
	const [item] = toNodeOutput(node, [failed('maxCredits', { isDryRun: true })], 'stop');
	expect(item?.json.error).toMatchObject({ reason: 'maxCredits' });
});

test('the failed item with the lowest index is thrown', () => {
	expect(thrown([done(1), failed('refused'), failed('notSent')]).context).toMatchObject({
		itemIndex: 1,
		reason: 'refused',
	});
});

describe('what the error says of the other items', () => {
	const refused = failed('refused');
	const unknown = failed('outcomeUnknown');

	test.each<[string, Results, string]>([
		['one failed too', [refused, failed('refused')], 'One other item failed too.'],
		[
			'several failed too',
			[refused, failed('refused'), failed('notSent')],
			'2 other items failed too.',
		],
		[
			'of some the outcome is unknown',
			[refused, unknown, failed('refused'), unknown],
			'3 other items failed too. The outcome of items 1, 3 is unknown.',
		],
		['one was ordered', [done(1), refused], 'One item was ordered.'],
		['several were ordered', [done(1), refused, done(2)], '2 items were ordered.'],
		[
			'both',
			[done(1), refused, failed('refused')],
			'One other item failed too. One item was ordered.',
		],
	])('%s', (_, results, text) => {
		const { description } = thrown(results);
		expect(description.endsWith(` ${text}`)).toBe(true);
		expect(description).not.toContain('  ');
	});

	test('nothing where there is nothing to say, or where all have the same failure', () => {
		const { description } = thrown([failed('refused')]);
		const { json } = toErrorItem(failure('refused', { detail: '' }), 0);
		expect(json.error).toMatchObject({ description });
		expect(thrown([refused, refused, refused]).description).toBe(description);
		expect(description).not.toMatch(/other|ordered/);
	});

	test('the Retry button is named where it knows what was ordered, and only then', () => {
		const text = 'The Retry button of this execution continues with the other items.';
		expect(thrown([done(1), refused], true).description).toContain(text);
		expect(thrown([done(1), refused]).description).not.toContain(text);
		expect(thrown([refused], true).description).not.toContain(text);
	});
});
