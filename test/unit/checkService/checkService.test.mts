import { startSandbox } from '../../../sandbox/sandbox.mts';
import { checkService, type CheckResult } from '../../../tooling/checkService/checkService.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';
import { startVariant, type Variant, variantKey } from './variantPanel.mts';
import { variants } from './variants.mts';

const sandbox = useSandbox({ rateLimit: { window: 'unlimited' } });

async function check(baseUrl: string, apiKey = variantKey): Promise<CheckResult> {
	const service = { baseUrl, apiKey, pauseMs: 0 };
	return await checkService(service, { say: () => undefined, asksWithWrongKey: true });
}

async function checkVariant(variant: Variant): Promise<CheckResult> {
	const panel = await startVariant(variant);
	return await check(panel.url).finally(panel.close);
}

/** `GET /siparisler limit` → verdict, what was seen, what the node makes of it. */
function byWhat({ findings }: CheckResult): Map<string, string[]> {
	return new Map(
		findings.map(({ answer, what, verdict, seen, node }) => [
			`${answer} ${what}`,
			[verdict, seen, node],
		]),
	);
}

test('the sandbox as it is differs in nothing', async () => {
	await sandbox.client.addOrders({ type: 'backlink', count: 3 });
	await sandbox.client.addOrders({ type: 'article', count: 2 });
	const result = await check(sandbox.url, sandbox.apiKey);
	expect(result.findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
	expect(result.stopped).toBeUndefined();
	const { requests, credits } = await sandbox.client.books().then(({ requests, totals }) => ({
		requests: requests.map(({ method, path, status }) => `${method} ${path} ${status}`),
		credits: totals.credits,
	}));
	expect(credits).toBe(0);
	expect(requests).toEqual([
		'GET /api/v1/krediler 200',
		'GET /api/v1/siparisler 200',
		'GET /api/v1/siparisler 200',
		'GET /api/v1/siparisler 200',
		'GET /api/v1/check-service-unknown-path 404',
		'GET /api/v1/krediler 401',
	]);
});

type Row = [what: string, verdict: string, seen: string, node: string];

const rows: Record<keyof typeof variants, Row[]> = {
	php: [
		['GET /krediler content type', 'differs', 'text/html; charset=utf-8', 'reads the answer'],
		['GET /krediler bakiye', 'differs', 'digits', 'reads the number'],
		['GET /siparisler form of backlinkler', 'differs', 'object', 'reads 3 orders'],
		['GET /siparisler form of tanitimlar', 'differs', 'object', 'reads 2 orders'],
		[
			'GET /siparisler id in backlinkler',
			'notDocumented',
			'siparis_no: integer',
			'tells 3 of 3 orders apart',
		],
		[
			'GET /siparisler status in backlinkler',
			'notDocumented',
			'durum: "yayında", "süresi doldu"',
			'reads a status in 3 of 3',
		],
		[
			'GET /siparisler endsAt in backlinkler',
			'notDocumented',
			'bitis_tarihi: date epochSeconds',
			'reads 3 of 3 dates',
		],
		[
			'GET /siparisler numbers as text in backlinkler',
			'notDocumented',
			'kredi',
			'passes them on as they are',
		],
		[
			'GET /siparisler?limit=1 limit',
			'notDocumented',
			'counts both lists together',
			'Get Many of one article gives 1, after asking again without a limit',
		],
		[
			'GET /krediler rate limit headers',
			'notDocumented',
			'x-ratelimit-limit: {limit}; x-ratelimit-remaining: {remaining}; x-ratelimit-reset: {epoch}',
			'reads the requests left, reads the time of reset',
		],
		[
			'GET /krediler requests a minute',
			'differs',
			'120',
			'starts from 60 and finds out more by itself',
		],
		[
			'GET /check-service-unknown-path body',
			'differs',
			'html',
			'The service refused the request: status 404, not found',
		],
	],
	english: [
		['GET /krediler content type', 'differs', 'text/plain', 'reads the answer'],
		['GET /krediler bakiye', 'asDocumented', 'integer', 'reads the number'],
		['GET /siparisler form of backlinkler', 'asDocumented', 'array', 'reads 4 orders'],
		['GET /siparisler form of tanitimlar', 'differs', 'null', 'reads 0 orders'],
		[
			'GET /siparisler fields of backlinkler',
			'notDocumented',
			'orderId, link, orderStatus, startDate, expiryDate, contact, orderError',
			'passes “error” on as “orderError”',
		],
		[
			'GET /siparisler id in backlinkler',
			'notDocumented',
			'orderId: uuid',
			'tells 4 of 4 orders apart',
		],
		[
			'GET /siparisler status in backlinkler',
			'notDocumented',
			'orderStatus: "LIVE", "QUEUED"',
			'reads a status in 4 of 4',
		],
		[
			'GET /siparisler endsAt in backlinkler',
			'notDocumented',
			'expiryDate: date YYYY-MM-DD HH:mm:ss',
			'reads 4 of 4 dates',
		],
		[
			'GET /siparisler?limit=1 limit',
			'differs',
			'counts nothing: all orders are listed',
			'Get Many of one article gives 0',
		],
		[
			'GET /krediler rate limit headers',
			'notDocumented',
			'ratelimit: "policy";r={remaining};t={seconds}',
			'reads the requests left, reads the time of reset',
		],
		[
			'GET /check-service-unknown-path status',
			'notDocumented',
			'400',
			'The service refused the request: status 400, bad request',
		],
	],
	unknown: [
		['GET /krediler content type', 'differs', 'application/javascript', 'reads the answer'],
		[
			'GET /siparisler id in backlinkler',
			'differs',
			'no field that the node knows',
			'No field with the role “id” was found',
		],
		[
			'GET /siparisler endsAt in backlinkler',
			'differs',
			'bitis: date DD.MM.YYYY HH:mm',
			'reads 0 of 1 dates',
		],
		[
			'GET /siparisler fields beside the lists',
			'differs',
			'sonrakiSayfa',
			'reads one page, if these are pages',
		],
		[
			'GET /siparisler list without a limit',
			'differs',
			'2 orders, 4 with a high limit',
			'Return All gives 2 orders',
		],
		[
			'GET /krediler rate limit headers',
			'differs',
			'x-ratelimit-policy: x x',
			'reads none: it finds the pace by itself',
		],
		['GET /check-service-unknown-path status', 'differs', '200', 'reads the answer'],
	],
};

describe.each(Object.entries(variants))('a panel of another kind: %s', (name, variant) => {
	test('the table tells in what it differs, and what the node makes of it', async () => {
		const found = byWhat(await checkVariant(variant));
		const expected = rows[name as keyof typeof rows];
		expect(expected.map(([what]) => [what, ...(found.get(what) ?? [])])).toEqual(expected);
	});

	test('a sandbox from its record is found to be the same', async () => {
		const original = await checkVariant(variant);
		const copy = await startSandbox({ record: original.record });
		const again = await check(copy.url, copy.apiKey).finally(() => copy.close());
		expect(Object.fromEntries(byWhat(again))).toEqual(Object.fromEntries(byWhat(original)));
		expect(again.record).toEqual(original.record);
	});
});
