import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { catalogueEntry } from '../../nodes/BacklinkPanel/errors/catalogue.ts';
import {
	toErrorItem,
	toItemError,
	toNodeError,
} from '../../nodes/BacklinkPanel/errors/nodeError.ts';
import {
	type Charged,
	failure,
	type FailureReason,
	type PanelFailure,
} from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { testNode } from '../engine/testNode.mts';
import { failureReasons } from './failureReasons.mts';

interface Row {
	reason: FailureReason;
	/** What is known about such a case, for texts as a user would get them. */
	facts: Partial<PanelFailure> & { detail: string };
	message: string;
	charged: Charged;
	retryable: boolean;
	cause?: string;
	errorType: typeof NodeApiError | typeof NodeOperationError;
}

const refused = (httpStatus: number, kod: string) => ({
	httpStatus,
	kod,
	hata: 'Açıklama',
	body: { ok: false, kod, hata: 'Açıklama' },
	detail: `status ${httpStatus}`,
});

const rows: Row[] = [
	{
		reason: 'yetkisiz',
		facts: refused(401, 'yetkisiz'),
		message: 'The API key was not accepted',
		charged: 'no',
		retryable: false,
		cause: 'credential-invalid',
		errorType: NodeApiError,
	},
	{
		reason: 'krediYetersiz',
		facts: refused(402, 'krediYetersiz'),
		message: 'Not enough credits',
		charged: 'no',
		retryable: false,
		cause: 'quota-exhausted',
		errorType: NodeApiError,
	},
	{
		reason: 'uygunSiteYok',
		facts: refused(409, 'uygunSiteYok'),
		message: 'No eligible site is available',
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
		errorType: NodeApiError,
	},
	{
		reason: 'limit',
		facts: { ...refused(429, 'limit'), waitedMs: 42_000, retryAfterMs: 7000 },
		message: 'Rate limit: waited 42 s',
		charged: 'no',
		retryable: true,
		cause: 'rate-limited',
		errorType: NodeApiError,
	},
	{
		reason: 'limit',
		facts: { ...refused(429, 'limit'), retryAfterMs: 1_800_000, isAskedToComeBack: true },
		message: 'Rate limit: the service asks to come back in 30 min',
		charged: 'no',
		retryable: true,
		cause: 'rate-limited',
		errorType: NodeApiError,
	},
	{
		reason: 'limit',
		facts: { isPoll: true, ...refused(429, 'limit'), retryAfterMs: 7000 },
		message: 'The rate limit of the service is used up',
		charged: 'no',
		retryable: true,
		cause: 'rate-limited',
		errorType: NodeApiError,
	},
	{
		reason: 'limit',
		facts: {
			isPoll: true,
			...refused(429, 'limit'),
			retryAfterMs: 1_800_000,
			isAskedToComeBack: true,
		},
		message: 'The rate limit of the service is used up',
		charged: 'no',
		retryable: true,
		cause: 'rate-limited',
		errorType: NodeApiError,
	},
	{
		reason: 'refused',
		facts: refused(422, 'gecersiz'),
		message: 'The service refused the request: Açıklama',
		charged: 'no',
		retryable: false,
		errorType: NodeApiError,
	},
	{
		reason: 'notConfirmed',
		facts: refused(200, 'bakimda'),
		message: 'The service did not confirm the order: Açıklama',
		charged: 'unknown',
		retryable: false,
		errorType: NodeOperationError,
	},
	{
		reason: 'notSent',
		facts: {
			detail: 'the connection was refused (ECONNREFUSED)',
			host: 'panel.example.com',
			advice: 'Check the Base URL of the credential.',
		},
		message: 'The service could not be reached: the connection was refused (ECONNREFUSED)',
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
		errorType: NodeApiError,
	},
	{
		reason: 'notStarted',
		facts: { detail: '' },
		message: 'The execution was stopped before this item was sent',
		charged: 'no',
		retryable: true,
		errorType: NodeOperationError,
	},
	{
		reason: 'outcomeUnknown',
		facts: { detail: 'no answer came within 120 s' },
		message: 'The outcome of this order is unknown',
		charged: 'unknown',
		retryable: false,
		errorType: NodeOperationError,
	},
	{
		reason: 'readFailed',
		facts: { httpStatus: 503, detail: 'it answered with status 503' },
		message: 'The service gave no usable answer',
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
		errorType: NodeApiError,
	},
	{
		reason: 'unexpectedAnswer',
		facts: { httpStatus: 200, body: { x: 1 }, detail: 'The answer has no “bakiye”' },
		message: 'The service answered in another format than documented',
		charged: 'no',
		retryable: false,
		errorType: NodeApiError,
	},
	{
		reason: 'noSitePublished',
		facts: { httpStatus: 200, body: { basariliSayisi: 0 }, detail: 'Not published on a.example.' },
		message: 'No site published the article',
		charged: 'no',
		retryable: true,
		cause: 'temporarily-unavailable',
		errorType: NodeApiError,
	},
	{
		reason: 'orderNotFound',
		facts: {
			detail: 'No order has the ID “bl_9”',
			advice: 'All 12 orders that the service lists were looked through.',
		},
		message: 'No order has the ID “bl_9”',
		charged: 'no',
		retryable: false,
		errorType: NodeApiError,
	},
	{
		reason: 'keyClash',
		facts: { detail: 'item 0 has the same key, “post-”, for a different order' },
		message:
			'“Idempotency Key” is not unique: item 0 has the same key, “post-”, for a different order',
		charged: 'no',
		retryable: false,
		cause: 'configuration-invalid',
		errorType: NodeOperationError,
	},
	{
		reason: 'tooManyKeys',
		facts: { detail: 'This execution has 20001 keys, and a workflow remembers 10000' },
		message: 'The items have more idempotency keys than n8n can remember',
		charged: 'no',
		retryable: false,
		cause: 'configuration-invalid',
		errorType: NodeOperationError,
	},
	{
		reason: 'maxCredits',
		facts: { detail: 'It costs 3 credits, and 2 are left.' },
		message: '“Max Credits per Execution” does not allow this order',
		charged: 'no',
		retryable: false,
		errorType: NodeOperationError,
	},
	{
		reason: 'minimumBalance',
		facts: { detail: 'It costs 3 credits, and 2 are left.' },
		message: '“Minimum Balance to Keep” does not allow this order',
		charged: 'no',
		retryable: false,
		cause: 'quota-exhausted',
		errorType: NodeOperationError,
	},
	{
		reason: 'orderStoreUnavailable',
		facts: { detail: 'The database is locked' },
		message: 'The node could not check whether this order was placed before',
		charged: 'no',
		retryable: true,
		errorType: NodeOperationError,
	},
	{
		reason: 'invalidParameter',
		facts: { detail: '“Title” is empty' },
		message: '“Title” is empty',
		charged: 'no',
		retryable: false,
		cause: 'configuration-invalid',
		errorType: NodeOperationError,
	},
	{
		reason: 'invalidCredential',
		facts: { detail: 'The API Key is empty', advice: 'Copy the key from the panel.' },
		message: 'The API Key is empty',
		charged: 'no',
		retryable: false,
		cause: 'credential-invalid',
		errorType: NodeOperationError,
	},
];

const cases = rows.map((row) => ({
	...row,
	failed: failure(row.reason, row.facts),
}));

const node = testNode('Backlink Panel', 'n8n-nodes-backlink-panel.backlinkPanel');

test('every reason is in the table', () => {
	expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(failureReasons));
});

describe('what an item costs and whether it may go again', () => {
	test.each(cases)('$reason: charged $charged, retryable $retryable', (row) => {
		const { failed, message, charged, retryable } = row;
		expect(toItemError(failed)).toMatchObject({ message, charged, retryable });
		expect(catalogueEntry(failed).cause).toBe(row.cause);
	});

	test('what may have been charged is never called safe to send again', () => {
		const unsafe = cases.filter((row) => row.charged === 'unknown' && row.retryable);
		expect(unsafe).toEqual([]);
	});
});

describe('the texts follow n8n’s rules', () => {
	test.each(cases)('$reason', ({ failed }) => {
		const { message, description } = toItemError(failed);
		for (const text of [message, description]) {
			expect(text).not.toMatch(/\b(error|problem|failure|mistake)s?\b/i);
			expect(text).not.toMatch(/undefined|null|NaN|\[object/);
			expect(text).not.toMatch(/^\s|\s$|\s\s/);
		}
		expect(message).toMatch(/^[“\p{Lu}]/u);
		expect(message).not.toMatch(/\.$/);
		expect(description).toMatch(/^(\p{Lu}|n8n )/u);
		expect(description).not.toBe('');
	});

	test.each(cases)('$reason, where nothing else is known', (row) => {
		const bare = failure(row.reason, { detail: 'Nothing more' });
		const { message, description } = toItemError(bare);
		expect(`${message} ${description}`).not.toMatch(/undefined|null|NaN/);
	});

	test.each(cases.filter(({ charged }) => charged === 'no'))(
		'$reason: the description says that nothing was charged',
		({ failed }) => {
			expect(toItemError(failed).description).toMatch(/nothing was charged/i);
		},
	);

	test.each(cases.filter(({ charged }) => charged === 'unknown'))(
		'$reason: the description says where to look',
		({ failed }) => {
			expect(toItemError(failed).description).toContain('Look it up with Order → Get Many');
		},
	);

	test.each(cases.filter(({ facts }) => facts.hata))(
		'$reason: the service’s own words are in the description',
		({ failed }) => {
			expect(toItemError(failed).description).toContain('The service said: “Açıklama”.');
		},
	);
});

test.each(['Krediniz yetersiz.', 'Emin misiniz?'])(
	'the service’s own words keep their end, and get no second one: %s',
	(hata) => {
		const refused = failure('refused', { detail: 'status 400', hata });
		const { description } = toItemError(refused);
		expect(description.endsWith(` The service said: “${hata}”`)).toBe(true);
	},
);

test('a poll that the service sends away tells for how long, too', () => {
	const facts = { ...refused(429, 'limit'), retryAfterMs: 1_800_000, isAskedToComeBack: true };
	const failed = failure('limit', { isPoll: true, ...facts });
	expect(toItemError(failed).description).toMatch(
		/^The service asks to come back in 30 min\. The service allows 60 /,
	);
});

test.each([
	[7_400, '8 s'],
	[119_000, '119 s'],
	[150_000, '3 min'],
	[1_801_900, '30 min'],
	[3_600_000, 'an hour or more'],
])('a wait of %i ms is told as %s', (retryAfterMs, words) => {
	const facts = { ...refused(429, 'limit'), retryAfterMs, isAskedToComeBack: true };
	const { message } = toItemError(failure('limit', { ...facts }));
	expect(message).toBe(`Rate limit: the service asks to come back in ${words}`);
});

test('what the order list says about an unknown order is in the description', () => {
	const evidence = 'The order list has an entry of this title: {"id":"<7>"}.';
	const lost = failure('outcomeUnknown', { detail: 'it broke', evidence });
	expect(toItemError(lost)).toMatchObject({
		description: expect.stringContaining('{"id":"<7>"}'),
		charged: 'unknown',
	});
});

describe('text of the service in a description', () => {
	const hata = '<img src=x onerror="alert(1)"> Panel\'in & "sınırı"';
	const failed = failure('refused', {
		...refused(400, 'gecersiz'),
		hata,
		body: { ok: false, kod: 'gecersiz', hata, '<b>': '<i>' },
	});

	test('is shown as text, not as HTML, in a thrown error', () => {
		const description = toNodeError(node, failed, 0).description ?? '';
		expect(description).not.toMatch(/[<>]/);
		expect(description).toContain('&lt;img src=x onerror="alert(1)"&gt; Panel\'in &amp; "sınırı"');
		expect(description).toContain('&lt;b&gt;: &lt;i&gt;');
	});

	test('stays as it came in an error item, which goes to chats and files', () => {
		const { message, description, ...facts } = toItemError(failed);
		expect(facts).toMatchObject({ kod: 'gecersiz', hata });
		expect(message).toContain(hata);
		expect(description).toContain(`“${hata} (<b>: <i>)”`);
	});

	test('of n8n or its database has no control characters either way', () => {
		const detail = 'SQLITE_BUSY:\r\n\u001b[31mdatabase\u0007 is \u202elocked\ud800';
		const unavailable = failure('orderStoreUnavailable', { detail });
		const clean = expect.stringMatching(/^SQLITE_BUSY: \[31mdatabase is locked \. Nothing/);
		expect(toItemError(unavailable).description).toEqual(clean);
		expect(toNodeError(node, unavailable, 0).description).toEqual(clean);
	});
});

describe('a thrown error', () => {
	test.each(cases)('$reason keeps its texts', ({ failed, message, errorType }) => {
		const error = toNodeError(node, failed, 3);
		expect(error).toBeInstanceOf(errorType);
		expect(error.message).toBe(message);
		expect(error.description).toBe(toItemError(failed).description);
		expect(error.node.name).toBe('Backlink Panel');
	});

	test.each(cases)('$reason says which item it was, and all facts', (row) => {
		const { failed, charged, retryable } = row;
		expect(toNodeError(node, failed, 3).context).toMatchObject({
			itemIndex: 3,
			reason: row.reason,
			kod: failed.kod,
			hata: failed.hata,
			charged,
			retryable,
		});
	});

	test.each(cases.filter(({ failed }) => failed.body !== null))(
		'$reason carries the answer',
		({ failed }) => {
			expect(toNodeError(node, failed, 0).context.data).toEqual(failed.body);
		},
	);

	test.each(cases.filter(({ errorType, facts }) => errorType === NodeApiError && facts.httpStatus))(
		'$reason has the status as its code',
		({ failed }) => {
			expect(toNodeError(node, failed, 0)).toHaveProperty('httpCode', String(failed.httpStatus));
		},
	);

	test.each(cases)('$reason tells n8n why: $cause', ({ failed, cause }) => {
		const declared = toNodeError(node, failed, 0).failure;
		expect(declared?.cause).toBe(cause);
	});

	test('of the rate limit tells n8n how long to wait', () => {
		const limit = cases.find(({ reason }) => reason === 'limit');
		expect(limit && toNodeError(node, limit.failed, 0).failure).toEqual({
			cause: 'rate-limited',
			retryAfterMs: 7000,
		});
	});

	test.each([
		['EEXIST', 'The site preexisting placement exists'],
		['ENOENT', 'Icerik is ENOENT'],
		['ECONNRESET', 'Connection ECONNRESET at the site'],
		['ETIMEDOUT', 'Site ETIMEDOUT'],
	])('keeps a text in which n8n would find %s', (_, hata) => {
		const facts = { ...refused(422, 'gecersiz'), hata };
		for (const reason of ['refused', 'notConfirmed'] as const) {
			const failed = failure(reason, { ...facts });
			const error = toNodeError(node, failed, 0);
			expect(error.message).toBe(toItemError(failed).message);
			expect(error.message).toContain(hata);
			expect(error.description).toContain(hata);
		}
	});

	test('keeps its texts where the answer has texts of its own', () => {
		const body = { ok: false, kod: 'x', message: 'Other', description: 'Other', error: 'Other' };
		const failed = failure('refused', { ...refused(400, 'x'), body });
		const error = toNodeError(node, failed, 0);
		expect(error.message).toBe(toItemError(failed).message);
		expect(error.description).toBe(toItemError(failed).description);
		expect(error.context.data).toEqual(body);
	});

	test('may say something about the other items', () => {
		const error = toNodeError(node, cases[0]?.failed ?? fail(), 0, 'Two other items are open.');
		expect(error.description).toMatch(/ Two other items are open\.$/);
	});

	test('of a failure before the first item names no item', () => {
		const failed = failure('invalidCredential', { detail: 'x' });
		expect(toNodeError(node, failed, undefined).context.itemIndex).toBeUndefined();
	});
});

describe('an error item', () => {
	test.each(cases)('$reason has one form, in every mode and version of n8n', (row) => {
		const { failed, message, charged, retryable } = row;
		expect(toErrorItem(failed, 7)).toStrictEqual({
			json: {
				error: {
					message,
					description: expect.any(String),
					reason: row.reason,
					kod: failed.kod,
					hata: failed.hata,
					httpStatus: failed.httpStatus,
					charged,
					retryable,
				},
			},
			pairedItem: { item: 7 },
		});
	});

	test('has null where there is nothing to tell', () => {
		const failed = failure('outcomeUnknown', { detail: 'it broke' });
		expect(toErrorItem(failed, 0).json.error).toMatchObject({
			kod: null,
			hata: null,
			httpStatus: null,
		});
	});
});

function fail(): never {
	throw new Error('there are no cases');
}
