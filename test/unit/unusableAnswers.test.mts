import { type Answered, html, refusal, whenCreating, whenReading } from './answeredOutcome.mts';

describe('an answer that leaves the outcome of an order open', () => {
	const open: Array<[string, Answered]> = [
		['408', { status: 408, body: refusal('zamanAsimi') }],
		['500 as JSON', { status: 500, body: refusal('sunucu') }],
		['500 that names a documented kod', { status: 500, body: refusal('krediYetersiz') }],
		['500 that says ok: true', { status: 500, body: { ok: true } }],
		['502 as a web page', { status: 502, body: html }],
		['503', { status: 503, body: refusal('bakim') }],
		['503 that names the limit', { status: 503, body: refusal('limit') }],
		['504, empty', { status: 504, body: '' }],
		['520 of a content network', { status: 520, body: html }],
		['301', { status: 301, headers: { location: 'https://other.example/' } }],
		['302', { status: 302, headers: { location: '/giris' } }],
		['304', { status: 304 }],
		['307', { status: 307, headers: { location: 'https://other.example/' } }],
		['308 that says ok: true', { status: 308, body: { ok: true } }],
		['200 as a web page', { body: html }],
		['200, empty', { body: '' }],
		['200, blank', { body: '  \n' }],
		['200, truncated', { body: '{"ok":true,"placementId":"p1","si' }],
		['200, null', { body: null }],
		['200, a list', { body: [{ ok: true }] }],
		['200, a number', { body: 1 }],
		['200, an object without ok', { body: { placementId: 'p1' } }],
		['200, ok: null', { body: { ok: null, placementId: 'p1' } }],
		['200, ok: "true"', { body: { ok: 'true', placementId: 'p1' } }],
		['200, ok: 1', { body: { ok: 1, placementId: 'p1' } }],
		['200, ok: "false"', { body: { ok: 'false', kod: 'limit' } }],
		['200, a documented kod but no ok', { body: { kod: 'limit', hata: 'x' } }],
		['204, empty', { status: 204, body: '' }],
		['101', { status: 101 }],
		['101 that says ok: true', { status: 101, body: { ok: true } }],
	];

	test.each(open)('%s: a create is unknown, never a success and never free', (_, answered) => {
		expect(whenCreating(answered)).toMatchObject({
			reason: 'outcomeUnknown',
			message: 'The outcome of this order is unknown',
			charged: 'unknown',
			retryable: false,
		});
	});

	test.each(open)('%s: a read cost nothing and may be asked again', (_, answered) => {
		expect(whenReading(answered)).toMatchObject({
			reason: 'readFailed',
			charged: 'no',
			retryable: true,
		});
	});

	test.each([408, 500, 502, 503, 504])('%i passes by itself: a read is tried again', (status) => {
		expect(whenReading({ status, body: html }).isTransient).toBe(true);
	});

	test.each([
		['a redirect', { status: 302, headers: { location: '/giris' } }],
		['a web page', { body: html }],
		['an object without ok', { body: {} }],
	])('%s does not pass by itself: a read is not tried again', (_, answered) => {
		expect(whenReading(answered).isTransient).not.toBe(true);
	});

	test.each([
		['the status', { status: 502, body: html }, 'status 502'],
		['where it was sent to', { status: 302, headers: { location: '/giris' } }, '/giris'],
		['where a choice was offered', { status: 300, headers: { location: '/secim' } }, 'to /secim'],
		['what to check after a redirect', { status: 302 }, 'to another address; check the Base URL'],
		['a status that is none of an answer', { status: 101 }, 'status 101'],
		['that it was a web page', { body: html }, 'web page instead of JSON'],
		['that it was a page behind blank lines', { body: '\n <html>' }, 'web page instead of JSON'],
		['how an answer starts that only mentions one', { body: 'no <html>' }, 'JSON: “no <html>”'],
		['that nothing came', { body: '' }, 'empty'],
		['that nothing but white space came', { body: ' \n' }, 'empty'],
		['how the cut answer starts', { body: '{"ok":true,"pl' }, '{"ok":true,"pl'],
		['that ok is missing', { body: { placementId: 'p1' } }, '“ok: true”'],
	])('the description says %s', (_, answered, words) => {
		expect(whenCreating(answered).description).toContain(words);
		expect(whenReading(answered).description).toContain(words);
	});

	test('a 503 hands on the wait that the service asked for', () => {
		expect(whenReading({ status: 503, headers: { 'retry-after': '3' } }).retryAfterMs).toBe(3000);
	});

	test('an endless answer that is no JSON is told in a few words', () => {
		const { description } = whenCreating({ body: 'x'.repeat(5_000_000) });
		expect(description).toContain(`not complete JSON: “${'x'.repeat(200)}”`);
	});
});
