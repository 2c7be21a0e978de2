import { accountGetBalance } from '../../nodes/BacklinkPanel/operations/accountGetBalance.ts';
import { orderGet } from '../../nodes/BacklinkPanel/operations/orderGet.ts';
import { endings, newKey, pageOf, runItems, type SentRequest } from './batchRuns.mts';
import { backlinkTo, OrderingWorkflow } from './orderingRuns.mts';

const pages = (count: number, options = {}) =>
	Array.from({ length: count }, (_, index) => backlinkTo(`${index}`, options));

const refused = { statusCode: 422, body: { ok: false, kod: 'yasak', hata: 'Reddedildi' } };
const notAccepted = { statusCode: 401, body: { ok: false, kod: 'yetkisiz' } };
const lost = { statusCode: 502, body: {} };

/** Answers the orders of these pages so, the others as usual. */
const answering =
	<Answer,>(answer: Answer, ...names: string[]) =>
	(request: SentRequest) =>
		names.includes(pageOf(request) ?? '') ? answer : undefined;

const oneByOne = { parallelRequests: 1 };

describe('the output', () => {
	test('is in the order of the input, whatever was answered first', async () => {
		let answerFirst = () => {};
		const others = new Promise<void>((resolve) => (answerFirst = resolve));
		const { output, hints } = await runItems(pages(3), {
			answer: async (request) => {
				if (pageOf(request) === '1') await others;
				if (pageOf(request) === '2') answerFirst();
				return undefined;
			},
		});
		expect(endings(output)).toEqual(['0', '1', '2']);
		expect(output?.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(hints).toEqual(['3 ordered, 3 credits']);
	});

	test('of a read is what the service answers', async () => {
		const { output } = await runItems([{}, {}], { operation: accountGetBalance });
		expect(output?.map(({ json }) => json)).toEqual([{ bakiye: 1000 }, { bakiye: 1000 }]);
	});
});

describe('how many requests are in flight at once', () => {
	const mostOf = async (count: number, options: object) => {
		const { sent } = await runItems(pages(count, options), {
			answer: async () => {
				await new Promise((resolve) => setTimeout(resolve, 20));
				return undefined;
			},
		});
		expect(sent).toHaveLength(count);
		return Math.max(...sent.map(({ inFlight }) => inFlight));
	};

	test.each([
		[{ parallelRequests: 1 }, 1],
		[{ parallelRequests: 3 }, 3],
	])('%j: %i', async (options, most) => {
		expect(await mostOf(5, options)).toBe(most);
	});

	test('an option that cannot be read is the failure of the items', async () => {
		const { output, sent } = await runItems(pages(2, { parallelRequests: 'çok' }), {
			onError: 'continue',
		});
		expect(endings(output)).toEqual(['invalidParameter', 'invalidParameter']);
		expect(sent).toEqual([]);
	});

	test('in stop mode too', async () => {
		const { error } = await runItems(pages(2, { parallelRequests: 'çok' }));
		expect(error).toMatchObject({ context: { reason: 'invalidParameter', itemIndex: 0 } });
	});

	test('after a lost answer more than ten items have a hint that it is ten at most', async () => {
		const apiKey = newKey();
		const lossy = { apiKey, onError: 'continue' as const, answer: () => lost };
		await runItems(pages(1), lossy);
		const few = /^At most ten requests were in flight/;
		const { hints } = await runItems(pages(11), { apiKey });
		expect(hints).toContainEqual(expect.stringMatching(few));
		const fixed = await runItems(pages(11, { parallelRequests: 11 }), { apiKey });
		expect(fixed.hints).toEqual(['11 ordered, 11 credits']);
	});
});

test('items that ask the same of the order list ask once', async () => {
	const ask = (orderId: string) => ({ orderId, simplify: false, options: {} });
	const list = { ok: true, backlinkler: [{ id: 'a' }, { id: 'b' }], tanitimlar: [] };
	const { output, sent } = await runItems([ask('a'), ask('b'), ask('a')], {
		operation: orderGet,
		answer: () => ({ body: list }),
	});
	expect(output?.map(({ json }) => json.id)).toEqual(['a', 'b', 'a']);
	expect(sent).toHaveLength(1);
});

describe('On Error: Stop', () => {
	test('nothing is sent after the first failure, and the error says what was ordered', async () => {
		const { error, sent } = await runItems(pages(5, oneByOne), {
			answer: answering(refused, '2'),
		});
		expect(sent.map(pageOf)).toEqual(['0', '1', '2']);
		expect(error).toMatchObject({
			context: { itemIndex: 2, kod: 'yasak' },
			description: expect.stringMatching(
				/ 2 items were ordered\. The Retry button of this execution/,
			),
		});
		expect(error).not.toHaveProperty('description', expect.stringContaining('failed too'));
	});

	test('an item that was not started has not failed, whatever its fields are', async () => {
		const forms = [backlinkTo('0', oneByOne), backlinkTo('1', oneByOne, 0)];
		const { error } = await runItems(forms, { answer: () => refused });
		expect(error).not.toHaveProperty('description', expect.stringContaining('failed too'));
	});

	test('of several failures the one with the lowest index is thrown', async () => {
		const { error } = await runItems(pages(3), { answer: answering(refused, '0', '1', '2') });
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
	});
});

describe('On Error: Continue', () => {
	test('the other items are done, and each keeps its place', async () => {
		const { output, error, hints } = await runItems(pages(4), {
			onError: 'continue',
			answer: answering(refused, '0', '2'),
		});
		expect(error).toBeUndefined();
		expect(endings(output)).toEqual(['refused', '1', 'refused', '3']);
		expect(hints).toContain('2 of 4 items failed: 2 yasak');
	});

	test('a key that is not accepted ends the run: the others have the same error, unsent', async () => {
		const { output, sent } = await runItems(pages(4, oneByOne), {
			onError: 'continue',
			answer: answering(notAccepted, '1'),
		});
		expect(endings(output)).toEqual(['0', 'yetkisiz', 'yetkisiz', 'yetkisiz']);
		expect(sent).toHaveLength(2);
	});

	test('as a tool, the node answers with error items, whatever On Error says', async () => {
		const { output } = await runItems(pages(1), { isTool: true, answer: () => refused });
		expect(endings(output)).toEqual(['refused']);
	});
});

describe('a credential that cannot be used', () => {
	test.each([
		['a read', accountGetBalance, [{}, {}]],
		['orders', undefined, pages(2)],
	])('%s: nothing is sent; On Error decides how it is told', async (_, operation, forms) => {
		const settings = { operation, apiKey: 'short' };
		const stopped = await runItems(forms, settings);
		expect(stopped.error).toMatchObject({ context: { reason: 'invalidCredential' } });
		const { output, sent } = await runItems(forms, { ...settings, onError: 'continue' });
		expect(endings(output)).toEqual(['invalidCredential', 'invalidCredential']);
		expect(output?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(sent).toEqual([]);
	});
});

test('a credential that is broken by now: what an earlier try has paid comes out', async () => {
	const execution = new OrderingWorkflow().execution();
	await runItems(pages(2, oneByOne), {
		execution,
		retryOnFail: true,
		answer: answering(refused, '1'),
	});
	const settings = { execution, apiKey: 'short', onError: 'continue' as const };
	const { output } = await runItems(pages(2, oneByOne), settings);
	expect(endings(output)).toEqual(['0', 'invalidCredential']);
});

test('no items have no output', async () => {
	expect((await runItems([], { retryOnFail: true })).output).toEqual([]);
});

describe('the user stops the execution', () => {
	/** Four items, one after another; Stop comes while the second is in flight. */
	const stopped = async (onError: 'stop' | 'continue') => {
		const stopButton = new AbortController();
		return await runItems(pages(4, oneByOne), {
			onError,
			signal: stopButton.signal,
			answer: (request) => {
				if (pageOf(request) !== '1') return undefined;
				stopButton.abort();
				return lost;
			},
		});
	};

	test('nothing more is sent, and error and log say what was ordered and what is unknown', async () => {
		const { error, sent, log } = await stopped('stop');
		expect(sent.filter(({ path }) => path === '/backlink').map(pageOf)).toEqual(['0', '1']);
		expect(error).toMatchObject({
			message: 'The execution was canceled',
			description: expect.stringContaining('1 of 4 items were ordered.'),
			context: { reason: 'outcomeUnknown' },
		});
		expect(log).toEqual([expect.stringContaining('Unknown: item 1 “https://example.com/1”.')]);
	});

	test('where the run goes on, each item comes out with what is known of it', async () => {
		const { output, error } = await stopped('continue');
		expect(error).toBeUndefined();
		expect(endings(output)).toEqual(['0', 'outcomeUnknown', 'notStarted', 'notStarted']);
	});

	test('before it began: nothing is sent', async () => {
		const { error, sent } = await runItems(pages(2), { signal: AbortSignal.abort() });
		expect(sent).toEqual([]);
		expect(error).toMatchObject({ description: 'Nothing was ordered.' });
	});
});

describe('what a further try of the same run knows', () => {
	const oneFails = { answer: answering(refused, '1') };

	test('what was ordered, where n8n may run the node again', async () => {
		const execution = new OrderingWorkflow().execution();
		const settings = { execution, retryOnFail: true };
		await runItems(pages(2, oneByOne), { ...settings, ...oneFails });
		const { output, sent, hints } = await runItems(pages(2, oneByOne), settings);
		expect(endings(output)).toEqual(['0', '1']);
		expect(sent.map(pageOf)).toEqual(['1']);
		expect(hints).toContain(
			'Already ordered in an earlier try of this run, so not sent again: item 0',
		);
	});

	test.each<[string, boolean, string[], string[]]>([
		['is kept while n8n runs the node again: the first item is an error', true, ['0'], ['0']],
		['is gone where the first item is none', true, ['1'], ['0', '1']],
		['is gone without Retry On Fail', false, ['0'], ['0', '1']],
	])('%s', async (_, retryOnFail, failing, sentAgain) => {
		const execution = new OrderingWorkflow().execution();
		const settings = { execution, retryOnFail, onError: 'continue' as const };
		await runItems(pages(2, oneByOne), { ...settings, answer: answering(refused, ...failing) });
		const { sent } = await runItems(pages(2, oneByOne), settings);
		expect(sent.map(pageOf)).toEqual(sentAgain);
	});

	test('n8n 1.85 goes on to the last try, so it is kept to the end', async () => {
		const execution = new OrderingWorkflow().execution();
		const settings = { execution, retryOnFail: true, onError: 'continue' as const };
		await runItems(pages(2, oneByOne), { ...settings, answer: answering(refused, '0') });
		await runItems(pages(2, oneByOne), settings);
		expect((await runItems(pages(2, oneByOne), settings)).sent).toEqual([]);
	});
});

test('an unknown outcome is looked up in the order list once, after all items', async () => {
	const { sent, output } = await runItems(pages(3, oneByOne), {
		onError: 'continue',
		answer: answering(lost, '0', '1'),
	});
	expect(endings(output)).toEqual(['outcomeUnknown', 'outcomeUnknown', '2']);
	expect(sent.map(({ path }) => path)).toEqual([
		'/backlink',
		'/backlink',
		'/backlink',
		'/siparisler',
	]);
});

test('a dry run sends no order, does not end for a refusal, and tells the totals', async () => {
	const forms = pages(3, { dryRun: true, maxCredits: 2 });
	const { error, sent, hints } = await runItems(forms);
	expect(error).toBeUndefined();
	expect(sent.map(({ path }) => path)).toEqual(['/krediler']);
	expect(hints).toEqual([
		expect.stringMatching(
			/^Dry run, nothing was sent: 2 orders for 2 credits, 1 refused\. The balance is 1000 and would be 998\./,
		),
	]);
});
