import { startSandbox } from '../../../sandbox/sandbox.mts';
import { checkService, type CheckResult } from '../../../tooling/checkService/checkService.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';
import { differences } from './differences.mts';
import { startVariant, type Variant, variantKey } from './variantPanel.mts';
import { variants } from './variants.mts';

const sandbox = useSandbox({ rateLimit: { window: 'unlimited' } });

async function check(baseUrl: string, apiKey = variantKey): Promise<CheckResult> {
	const service = { baseUrl, apiKey, pauseMs: 0 };
	return await checkService(service, { say: () => undefined, asksWithWrongKey: true });
}

async function checkVariant(variant: Variant): Promise<CheckResult> {
	const panel = await startVariant(variant);
	try {
		return await check(panel.url);
	} finally {
		await panel.close();
	}
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

describe.each(Object.entries(variants))('a panel of another kind: %s', (name, variant) => {
	test('the table tells in what it differs, and what the node makes of it', async () => {
		const found = byWhat(await checkVariant(variant));
		const expected = differences[name as keyof typeof variants];
		expect(expected.map(([what]) => [what, ...(found.get(what) ?? [])])).toEqual(expected);
	});

	test('a sandbox from its record is found to be the same', async () => {
		const original = await checkVariant(variant);
		const copy = await startSandbox({ record: original.record });
		try {
			const again = await check(copy.url, copy.apiKey);
			expect(Object.fromEntries(byWhat(again))).toEqual(Object.fromEntries(byWhat(original)));
			expect(again.record).toEqual(original.record);
		} finally {
			await copy.close();
		}
	});
});
