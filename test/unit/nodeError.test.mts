import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import {
	toExecutionCanceledError,
	toErrorItem,
	toErrorJson,
	toNodeError,
} from '../../nodes/BacklinkPanel/errors/nodeError.ts';
import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { testNode } from '../engine/testNode.mts';
import { cases, refused } from './failureRows.mts';

const node = testNode('Backlink Panel', 'n8n-nodes-backlink-panel.backlinkPanel');

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
		const { message, description, ...facts } = toErrorJson(failed);
		expect(facts).toMatchObject({ kod: 'gecersiz', hata });
		expect(message).toContain(hata);
		expect(description).toContain(`“${hata} (<b>: <i>)”`);
	});

	test('of n8n or its database has no control characters either way', () => {
		const detail = 'SQLITE_BUSY:\r\n\u001b[31mdatabase\u0007 is \u202elocked\ud800';
		const unavailable = failure('orderStoreUnavailable', { detail });
		const clean = expect.stringMatching(/^SQLITE_BUSY: \[31mdatabase is locked \. Nothing/);
		expect(toErrorJson(unavailable).description).toEqual(clean);
		expect(toNodeError(node, unavailable, 0).description).toEqual(clean);
	});
});

describe('a thrown error', () => {
	test.each(cases)('$reason keeps its texts', ({ failed, message, errorType }) => {
		const error = toNodeError(node, failed, 3);
		expect(error).toBeInstanceOf(errorType);
		expect(error.message).toBe(message);
		expect(error.description).toBe(toErrorJson(failed).description);
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
		if (cause === 'rate-limited') expect(declared?.cause).toBe(cause);
		else expect(declared).toStrictEqual(cause && { cause });
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
			expect(error.message).toBe(toErrorJson(failed).message);
			expect(error.message).toContain(hata);
			expect(error.description).toContain(hata);
		}
	});

	test('keeps its texts where the answer has texts of its own', () => {
		const body = { ok: false, kod: 'x', message: 'Other', description: 'Other', error: 'Other' };
		const failed = failure('refused', { ...refused(400, 'x'), body });
		const error = toNodeError(node, failed, 0);
		expect(error.message).toBe(toErrorJson(failed).message);
		expect(error.description).toBe(toErrorJson(failed).description);
		expect(error.context.data).toEqual(body);
	});

	test('may say something about the other items', () => {
		const error = toNodeError(node, cases[0]?.failed ?? fail(), 0, 'Two other items are open.');
		expect(error.description).toMatch(/ Two other items are open\.$/);
	});

	test('has no status where there was no answer', () => {
		const failed = failure('notSent', { detail: 'x' });
		expect(toNodeError(node, failed, 0)).toHaveProperty('httpCode', null);
	});

	test('of a failure before the first item names no item', () => {
		const failed = failure('invalidCredential', { detail: 'x' });
		expect(toNodeError(node, failed, undefined).context.itemIndex).toBeUndefined();
	});
});

describe('the error of an execution that the user stopped', () => {
	const orders = failure('outcomeUnknown', { detail: 'it was stopped' });
	const error = toExecutionCanceledError(node, orders, 'Two orders are <open>.');

	test('has the word by which n8n knows it', () => {
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('The execution was canceled');
	});

	test('says what it comes to for the orders', () => {
		expect(error.description).toBe('Two orders are <open>.');
		expect(error.context).toMatchObject({
			reason: 'outcomeUnknown',
			charged: 'unknown',
			retryable: false,
		});
	});

	test('is not mistaken for one whose answer has the word', () => {
		const hata = 'Order Canceled, then canceled again';
		const refusedOrder = failure('refused', { detail: 'status 400', hata });
		expect(toNodeError(node, refusedOrder, 0).message).toBe(
			'The service refused the request: Order cancelled, then cancelled again',
		);
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
