import { runNode } from './engine.mts';
import { backlinkForm, backlinkItems, balanceForm } from './forms.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const NOTICE =
	'<br />\n<b>Notice</b>:  Undefined index: il in <b>/var/www/panel/{closure}.php</b> on line <b>42</b><br />\n';
const PLACEMENT = '{"ok":true,"placementId":"bl_1","harcananKredi":1}';

/** Answers the next create, which is carried out, in another form. */
async function createAnsweredWith(body: string, headers: Record<string, string> = {}) {
	await panel.client.addFault({ answer: 'json', phase: 'after', path: '/backlink', headers, body });
	const run = await runNode({
		credential: panel.credential,
		parameters: backlinkForm,
		items: backlinkItems(1),
	});
	const { charges } = await panel.client.books();
	const requests = await panel.client.requestsTo('/backlink');
	return { run, charged: charges.length, sent: requests.length };
}

describe('an answer that says the order was placed is a success, whatever stands around its JSON', () => {
	test.each([
		['a byte order mark and a notice', `\ufeff${NOTICE}\ufeff${PLACEMENT}`],
		['a JSON string with a byte order mark', `\ufeff${JSON.stringify(PLACEMENT)}`],
		['white space in it', NOTICE + JSON.stringify(JSON.parse(PLACEMENT), null, 2)],
	])('%s', async (_, body) => {
		const { run, charged, sent } = await createAnsweredWith(body);
		expect(run.error).toBeUndefined();
		expect(run.output[0]?.json).toEqual({ placementId: 'bl_1', harcananKredi: 1 });
		expect([charged, sent]).toEqual([1, 1]);
	});

	test('as text/html too', async () => {
		const { run } = await createAnsweredWith(PLACEMENT, { 'content-type': 'text/html' });
		expect(run.output[0]?.json).toEqual({ placementId: 'bl_1', harcananKredi: 1 });
	});
});

describe('an answer of which a part says ok is no success: the outcome stays unknown', () => {
	test.each([
		['cut in a list', '{"basariliSayisi":1,"sonuclar":[{"site":"a.example","ok":true}'],
		['a notice and cut JSON', NOTICE + PLACEMENT.slice(0, -1)],
		['text behind it', `${PLACEMENT}${NOTICE}`],
		['two answers', PLACEMENT + PLACEMENT],
		['an ok that is text', NOTICE + PLACEMENT.replace('true', '"true"')],
		['no ok', `${NOTICE}{"placementId":"bl_1"}`],
		['a page with a script', `<!DOCTYPE html><script>var a={"ok":true}</script></html>`],
		['a list', `[${PLACEMENT}]`],
		['a page with many braces', `${'{"'.repeat(100_000)}`],
	])('%s', async (_, body) => {
		const { run, charged, sent } = await createAnsweredWith(body);
		expect(run.error?.message).toBe('The outcome of this order is unknown');
		expect([charged, sent]).toEqual([1, 1]);
	});
});

test('a refusal behind a notice is read as the refusal that it is', async () => {
	const body = `${NOTICE}{"ok":false,"kod":"krediYetersiz","hata":"Kredi yok"}`;
	await panel.client.addFault({ answer: 'json', path: '/backlink', status: 402, body });
	const run = await runNode({
		credential: panel.credential,
		parameters: backlinkForm,
		items: backlinkItems(1),
		onError: 'continueRegularOutput',
	});
	expect(run.output[0]?.json.error).toMatchObject({
		message: 'Not enough credits',
		kod: 'krediYetersiz',
		hata: 'Kredi yok',
		charged: 'no',
	});
});

test('a balance behind a notice is a balance', async () => {
	await panel.client.addFault({ answer: 'json', body: `${NOTICE}{"ok":true,"bakiye":5}` });
	const run = await runNode({ credential: panel.credential, parameters: balanceForm });
	expect(run.output[0]?.json).toEqual({ bakiye: 5 });
});
