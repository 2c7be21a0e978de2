import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { askAll } from '../../tooling/checkService/askPanel.mts';
import { run } from '../../tooling/checkService/cli.mts';
import { checkOf } from '../../tooling/checkService/commandLine.mts';
import { comparisonsOf } from '../../tooling/checkService/comparisons.mts';
import { questions, wantedQuestions } from '../../tooling/checkService/questions.mts';
import { recordOf } from '../../tooling/checkService/record.mts';
import { caseCount } from '../cases.mts';
import { useSandbox } from '../sandbox/useSandbox.mts';

/** Skips the pause of 2 s between two requests. */
jest.mock('node:timers/promises', () => ({ setTimeout: async () => await Promise.resolve() }));

const sandbox = useSandbox({ rateLimit: { window: 'unlimited' } });
const backlink = { targetUrl: 'https://acme.example/', anchorText: 'Acme' };

async function check(wanted = wantedQuestions(), apiKey = sandbox.apiKey) {
	const { all, stopped } = await askAll({ baseUrl: sandbox.url, apiKey }, wanted, 0);
	const comparisons = comparisonsOf(all);
	const differing = comparisons.filter(({ assumed, seen }) => assumed !== seen);
	const requests = (await sandbox.client.books()).requests.map(
		({ method, path, status }) => `${method} ${path.replace('/api/v1', '')} ${status}`,
	);
	const rows = differing.map(({ request, what, seen }) => `${request} | ${what} | ${seen}`);
	return { rows, count: comparisons.length, record: recordOf(all), stopped, requests };
}

/** Runs the command in this process. @returns its exit code and output */
async function runHere(baseUrl: string, apiKey: string, recordFile?: string) {
	let output = '';
	const say = jest.spyOn(console, 'log').mockImplementation((text) => (output += `${text}\n`));
	await run({ 'base-url': baseUrl, 'api-key': apiKey, record: recordFile });
	say.mockRestore();
	const code = process.exitCode;
	process.exitCode = undefined;
	return { code, output };
}

test('nothing differs on the sandbox, which is only read', async () => {
	await sandbox.client.addOrders({ type: 'backlink', count: 3 });
	await sandbox.client.addOrders({ type: 'article', count: 2 });
	const { rows, count, stopped, requests } = await check(wantedQuestions(undefined, true));
	expect([rows, stopped]).toEqual([[], undefined]);
	expect(count).toBeGreaterThan(40);
	expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
	expect(requests.at(-1)).toBe('GET /krediler 401');
});

describe('a panel that differs', () => {
	const orderNumber = (number: number) => ({
		siparis_no: 84_000 + number,
		hedef: 'https://acme.example/fiyat',
		durum: 'acme onayladı',
		bitis_tarihi: '12.11.2026 10:00',
		[`acme${number}`]: { acme: 'ayse@acme.example' },
	});

	beforeEach(async () => {
		const headers = { 'x-ratelimit-limit': '120', 'x-ratelimit-policy': 'acme;w=84001' };
		const balance = {
			ok: true,
			bakiye: '7400123',
			anahtar: sandbox.apiKey,
			[sandbox.apiKey]: 'acme',
		};
		const orders = { '1': orderNumber(1), '2': orderNumber(2) };
		await sandbox.client.addFault({ answer: 'json', path: '/krediler', body: balance, headers });
		const body = { ok: true, backlinkler: orders, tanitimlar: null, sonrakiSayfa: 84_001 };
		await sandbox.client.addFault({ answer: 'json', path: '/siparisler', body });
	});

	test('is reported with each of its differences', async () => {
		const { rows } = await check();
		expect(rows.filter((row) => !row.includes('limit=')).sort()).toEqual([
			'GET /krediler | bakiye | text',
			'GET /krediler | requests a minute | 120',
			'GET /krediler | x-ratelimit-limit: 000, x-ratelimit-policy: x;w=00000 | not read',
			'GET /siparisler | backlinkler | object',
			'GET /siparisler | endsAt in backlinkler: bitisTarihi (00.00.0000 00:00) | in 0',
			'GET /siparisler | fields beside the lists | sonrakiSayfa',
			'GET /siparisler | tanitimlar | null',
		]);
		expect(rows).toContain('GET /siparisler?limit=1 | lists with several orders | 1');
	});

	test('has neither its key nor personal values in the output and the record', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'backlink-panel-check-'));
		const file = join(folder, 'record.json');
		const { code, output } = await runHere(sandbox.url, sandbox.apiKey, file);
		const record = readFileSync(file, 'utf8');
		rmSync(folder, { recursive: true });
		expect(code).toBe(1);
		expect(output).toContain('| GET /siparisler | backlinkler | array | object | differs |');
		for (const text of [output, record]) {
			expect(text).not.toContain(sandbox.apiKey);
			expect(text).not.toMatch(/acme|ayse|8400[12]|7400123/i);
		}
		expect(record).toMatch(/"siparis_no": "number"[^]*"bitis_tarihi": "00.00.0000 00:00"/);
	});
});

describe('a question that cannot be asked ends the check', () => {
	test('a key that is not accepted: nothing more is sent with it', async () => {
		const { stopped, requests } = await check(wantedQuestions(backlink), 'demo_live_not_this_one');
		expect(stopped).toMatch(/^The API key was not accepted/);
		expect(requests).toEqual(['GET /krediler 401']);
	});

	test('a 429, whose headers are recorded', async () => {
		const fault = { skip: 1, headers: { 'retry-after': '17' } };
		await sandbox.client.addFault({ answer: 'tooManyRequests', ...fault });
		const { stopped, requests, rows, record } = await check();
		expect(stopped).toMatch(/^Rate limit/);
		expect(requests).toEqual(['GET /krediler 200', 'GET /siparisler 429']);
		expect(rows).toEqual([]);
		expect(record).toContain('retry-after: 00');
	});
});

describe('--spend 1', () => {
	test('buys one backlink and finds it in the list', async () => {
		const { requests, rows, record } = await check(wantedQuestions(backlink));
		expect(await sandbox.client.creditsCharged()).toBe(1);
		expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
		expect(rows).toEqual([]);
		expect(record).not.toMatch(/acme/i);
	});

	test('buys nothing without a balance', async () => {
		await sandbox.client.change({ balance: 0 });
		const { stopped, requests } = await check(wantedQuestions(backlink));
		expect(stopped).toMatch(/nothing was bought/);
		expect(requests).toEqual(['GET /krediler 200']);
	});

	test('sends the order once when the answer is lost, and says that the outcome is unknown', async () => {
		await sandbox.client.addFault({ answer: 'reset', path: '/backlink' });
		const { stopped, requests } = await check(wantedQuestions(backlink));
		expect(stopped).toMatch(/outcome of this order is unknown/);
		expect(requests).toEqual(['GET /krediler 200', 'POST /backlink null']);
	});
});

const access = { 'base-url': 'https://panel.example', 'api-key': 'gizli_live_9f8e7d6c5b4a' };

test.each([
	[{ 'base-url': 'ftp://panel.example' }, 'The Base URL is not a web address'],
	[{ 'api-key': 'kısa anahtar' }, 'The API Key contains characters'],
	[{ spend: '2', 'target-url': 'https://acme.example/', anchor: 'Acme' }, '--spend 1'],
	[{ spend: '1', 'target-url': 'acme', anchor: 'Acme' }, '--target-url'],
	[{ spend: '1', 'target-url': 'https://acme.example/' }, '--anchor'],
	[{ 'target-url': 'https://acme.example/' }, '--spend 1'],
])('%j is refused', (options, message) => {
	expect(() => checkOf({ ...access, ...options }, {})).toThrow(message);
});

test('nothing answers at the address: exit code 2', async () => {
	const { code, output } = await runHere('http://127.0.0.1:9', access['api-key']);
	expect([code, output]).toEqual([2, expect.stringContaining('Not everything')]);
	expect(output).not.toContain('9f8e7d6c5b4a');
});

test('a key in the wrong place is not repeated: exit code 2', () => {
	const command = ['tooling/run.mjs', 'check-service', access['api-key']];
	const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
	expect([status, stderr]).toEqual([2, expect.stringContaining("'gizli_live_…'")]);
	expect(stdout + stderr).not.toContain('9f8e7d6c5b4a');
});

/** Text as an account may have it, unlike any text that the record itself contains. */
const planted = fc
	.tuple(fc.constantFrom('zq', 'ŞQ', '7319', 'x-Qz'), fc.string({ unit: 'grapheme', minLength: 4 }))
	.map((parts) => parts.join(''))
	.filter((text) => text.trim().length > 5 && !/^\d+$/.test(text));
const plantedNumber = fc.integer({ min: 1_000_000, max: 999_999_999 });

const plain = fc.oneof(
	planted,
	plantedNumber,
	planted.map((text) => `https://${text}.example/a?b=${text}`),
);
const map = fc.dictionary(planted, plain, { maxKeys: 3 });
const nested = fc.oneof(map, fc.array(map), fc.record({ site: map, musteri: fc.array(plain) }));

const order = fc.record({ id: plantedNumber, durum: planted, bitis: planted, notlar: nested });
const orders = fc.array(order, { maxLength: 4 });

/** Lists every text and number in a value, and the planted names of fields. */
function textsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [String(value)];
	return Object.entries(value).flatMap(([name, entry]) => [
		...(/^(zq|ŞQ|7319|x-Qz)/.test(name) ? [name] : []),
		...textsIn(entry),
	]);
}

test('nothing of an account is in the record, whatever its answers have', () => {
	const lists = fc.record({ backlinkler: orders, tanitimlar: orders, ek: nested });
	const property = fc.property(lists, planted, (body, text) => {
		const headers = { 'content-type': `text/${text}`, ratelimit: `"${text}";r=5`, server: text };
		const record = recordOf(
			[body, { kod: `${text}.`, hata: text }, text].map((each) => ({
				question: questions.orders,
				response: { statusCode: 200, headers, body: each },
				outcome: { kind: 'answer', body: {} },
			})),
		);
		for (const each of [...textsIn(body), text]) {
			expect(record).not.toContain(each);
			expect(record).not.toContain(JSON.stringify(each).slice(1, -1));
		}
	});
	fc.assert(property, { numRuns: caseCount(50, 300) });
});
