import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox/sandbox.mts';
import { runNode } from './engine.mts';
import { backlinkForm, balanceForm } from './forms.mts';
import { runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const NOTICE =
	'<br />\n<b>Notice</b>:  Undefined index: il in <b>/var/www/panel/{closure}.php</b> on line <b>42</b><br />\n';
const WARNING =
	'\n<br />\n<b>Warning</b>: Undefined index in <b>x.php</b> on line <b>4</b><br />\n';
const PLACEMENT = '{"ok":true,"placementId":"bl_1","harcananKredi":1}';
const PAGE = '<!DOCTYPE html>\n<html><body><h1>401 Authorization Required</h1></body></html>';

async function createAnsweredWith(fault: Partial<Fault>, count = 1) {
	await panel.client.addFault({ answer: 'json', phase: 'after', path: '/backlink', ...fault });
	const run = await runBacklinks(panel, count, {
		parameters: backlinkForm,
		onError: 'continueRegularOutput',
	});
	const [first] = run.output.map(({ json }) => json);
	const { charges } = await panel.client.books();
	const requests = await panel.client.requestsTo('/backlink');
	return {
		first,
		error: first?.error as IDataObject | undefined,
		charged: charges.length,
		sent: requests.length,
	};
}

describe('an answer that says the order was placed is a success, whatever stands around its JSON', () => {
	test.each([
		['a byte order mark and a notice before it', `\ufeff${NOTICE}\ufeff${PLACEMENT}`],
		['a comment behind it', `${PLACEMENT}\n<!-- cached -->`],
		['a notice before it, a warning behind it', NOTICE + PLACEMENT + WARNING],
		['a JSON string with a byte order mark', `\ufeff${JSON.stringify(PLACEMENT)}`],
		['white space in it', NOTICE + JSON.stringify(JSON.parse(PLACEMENT), null, 2)],
	])('%s', async (_, body) => {
		const { first, charged, sent } = await createAnsweredWith({ body });
		expect(first).toEqual({ placementId: 'bl_1', harcananKredi: 1 });
		expect([charged, sent]).toEqual([1, 1]);
	});

	test('as text/html too', async () => {
		const headers = { 'content-type': 'text/html' };
		const { first } = await createAnsweredWith({ body: PLACEMENT, headers });
		expect(first).toEqual({ placementId: 'bl_1', harcananKredi: 1 });
	});

	test('a balance with a comment behind it is a balance', async () => {
		await panel.client.addFault({ answer: 'json', body: '{"ok":true,"bakiye":5}<!-- cached -->' });
		const run = await runNode({ credential: panel.credential, parameters: balanceForm });
		expect(run.output[0]?.json).toEqual({ bakiye: 5 });
	});
});

test.each([
	['cut in a list', '{"basariliSayisi":1,"sonuclar":[{"site":"a.example","ok":true}'],
	['cut at both ends', '"sonuclar":[{"site":"a.example","ok":true}'],
	['a notice and cut JSON', NOTICE + PLACEMENT.slice(0, -1)],
	['two answers', PLACEMENT + PLACEMENT],
	['an ok that is text', PLACEMENT.replace('true', '"true"')],
	['an ok that is a number', NOTICE + PLACEMENT.replace('true', '1')],
	['no ok', `${NOTICE}{"placementId":"bl_1"}`],
	['a page with a script', '<!DOCTYPE html><script>{"ok":true}</script></html>'],
	['a list', `[${PLACEMENT}]`],
	['a list with a byte order mark and a notice', `\ufeff${NOTICE}[${PLACEMENT}]`],
	['a page with many braces', `${'{"'.repeat(100_000)}`],
])('an answer that only resembles a success leaves the outcome unknown: %s', async (_, body) => {
	const { error, charged, sent } = await createAnsweredWith({ body });
	expect(error).toMatchObject({ reason: 'outcomeUnknown', charged: 'unknown' });
	expect([charged, sent]).toEqual([1, 1]);
});

test.each([
	['before it', (json: string) => NOTICE + json],
	['behind it', (json: string) => json + WARNING],
])('a refusal is read, whatever stands around its JSON: a notice %s', async (_, around) => {
	const body = around('{"ok":false,"kod":"krediYetersiz","hata":"Kredi yok"}');
	const { error } = await createAnsweredWith({ phase: 'before', status: 402, body });
	expect(error).toMatchObject({
		reason: 'krediYetersiz',
		kod: 'krediYetersiz',
		hata: 'Kredi yok',
		charged: 'no',
	});
});

describe('a kod is read from the service’s own JSON alone', () => {
	const page = ', and a web page instead of JSON';
	test.each<[string, number, unknown, string]>([
		['a page that asks for another password', 401, PAGE, page],
		[
			'a page with a kod in it',
			402,
			'<html><script>{"ok":false,"kod":"krediYetersiz"}</script>',
			page,
		],
		['JSON of a gateway', 401, { kod: 'yetkisiz', message: 'Unauthorized' }, ''],
		['a list', 409, [{ ok: false, kod: 'uygunSiteYok' }], ''],
		['nothing', 401, '', ''],
	])('not from %s', async (_, status, body, told) => {
		const headers = { 'www-authenticate': 'Basic realm="Panel"' };
		const answered = { phase: 'before', status, body, headers } as const;
		const { error, charged, sent } = await createAnsweredWith(answered, 2);
		expect(error).toMatchObject({
			message: `The service refused the request: status ${status}${told}`,
			reason: 'refused',
			kod: null,
			charged: 'no',
		});
		// The node sends the second item too: without the service's kod, the API key may be right.
		expect([charged, sent]).toEqual([0, 2]);
	});

	test.each([401, 503])('a web page is described as such, with its status %i', async (status) => {
		const { error } = await createAnsweredWith({ phase: 'before', status, body: PAGE });
		expect(error?.description).toMatch(
			new RegExp(`answered with status ${status},.* and a web page instead of JSON`),
		);
	});
});

describe('ok: false at status 200 does not say that an order was not charged, whatever the kod', () => {
	test.each(['limit', 'yetkisiz', 'krediYetersiz', 'uygunSiteYok', 'bakim', undefined])(
		'%s: the outcome is unknown, and the order is not sent again',
		async (kod) => {
			const body = { ok: false, kod, hata: 'Hayır' };
			const { error, sent } = await createAnsweredWith({ body });
			expect(error).toMatchObject({
				message: 'The service did not confirm the order: Hayır',
				reason: 'notConfirmed',
				charged: 'unknown',
				retryable: false,
			});
			expect(sent).toBe(1);
		},
	);

	test('a read fails as refused, and is not sent again', async () => {
		await panel.client.addFault({ answer: 'refusal', body: { ok: false, kod: 'limit' } });
		const run = await runNode({ credential: panel.credential, parameters: balanceForm });
		expect(run.error?.message).toContain('The service refused the request');
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(1);
	});
});
