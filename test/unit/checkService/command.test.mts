import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkOf } from '../../../tooling/checkService/commandLine.mts';
import { checkService } from '../../../tooling/checkService/checkService.mts';
import { startVariant, variantKey } from './variantPanel.mts';
import { variants } from './variants.mts';

const folder = mkdtempSync(join(tmpdir(), 'backlink-panel-check-'));
const recordFile = join(folder, 'record.json');
afterAll(() => rmSync(folder, { recursive: true }));

function start(args: string[], environment: Record<string, string> = {}) {
	const child = spawn(process.execPath, ['tooling/run.mjs', ...args], {
		env: { ...process.env, ...environment },
	});
	const output = { text: '' };
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
	}
	return { child, output };
}

async function run(args: string[], environment: Record<string, string> = {}) {
	const { child, output } = start(args, environment);
	const [code] = await once(child, 'close');
	return { code, text: output.text };
}

test('npm run check-service, then npm run sandbox -- --from its record', async () => {
	const panel = await startVariant(variants.php);
	const checked = await run(['check-service', '--base-url', panel.url, '--record', recordFile], {
		BACKLINK_PANEL_API_KEY: variantKey,
	});
	await panel.close();
	expect(checked.code).toBe(1);
	expect(checked.text).toContain(
		'| GET /siparisler | form of backlinkler | array | object | reads 3 orders |',
	);
	expect(checked.text).toMatch(/status values {4}yayında, süresi doldu, beklemede\n/);
	expect(checked.text).not.toContain(variantKey);
	expect(panel.requests).toHaveLength(5);
	expect(panel.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
	expect(readFileSync(recordFile, 'utf8')).not.toMatch(/acme|127\.0\.0\.1|gizli|8400\d/i);

	const { child, output } = start(['sandbox', '--port', '0', '--from', recordFile]);
	try {
		while (!output.text.includes('Ctrl-C')) await once(child.stdout, 'data');
		const [, baseUrl = '', apiKey = ''] =
			/Base URL {2}(\S+)\s+API key {3}(\S+)/.exec(output.text) ?? [];
		const service = { baseUrl, apiKey, pauseMs: 0 };
		const { findings } = await checkService(service, { say: () => undefined });
		const seen = findings.map(({ what, seen }) => [what, seen]);
		expect(seen).toContainEqual(['form of backlinkler', 'object']);
		expect(seen).toContainEqual(['status in backlinkler', 'durum: "yayında", "süresi doldu"']);
		expect(seen).toContainEqual(['requests a minute', '120']);
	} finally {
		child.kill();
	}
});

test('a key in the wrong place is not repeated, and a mistake is no difference', async () => {
	const { code, text } = await run(['check-service', 'gizli_live_9f8e7d6c5b4a']);
	expect(code).toBe(2);
	expect(text).toContain("Unexpected argument 'gizli_live_…'");
});

test('a file that is no record is named', async () => {
	const { code, text } = await run(['sandbox', '--port', '0', '--from', 'package.json']);
	expect(code).toBe(1);
	expect(text).toContain('package.json is no record: it is no record of check-service');
});

describe('the options', () => {
	const environment = {
		BACKLINK_PANEL_BASE_URL: 'panel.example/api/v1/',
		BACKLINK_PANEL_API_KEY: 'Bearer gizli_live_9f8e7d6c5b4a',
	};

	it('may be environment variables, and go by the rules of the credential', () => {
		expect(checkOf({}, environment)).toEqual({
			baseUrl: 'https://panel.example',
			apiKey: 'gizli_live_9f8e7d6c5b4a',
			recordFile: 'record.json',
			backlink: undefined,
			asksWithWrongKey: false,
		});
	});

	it.each([
		[{ 'base-url': 'ftp://panel.example' }, 'The Base URL is not a web address'],
		[{ 'api-key': 'kısa anahtar' }, 'The API Key contains characters'],
		[{ spend: '2' }, '--spend has to be 1'],
		[{ spend: '1' }, '--spend 1 needs --target-url'],
		[{ spend: '1', 'target-url': 'acme', anchor: 'Acme' }, '--spend 1 needs --target-url'],
		[{ 'target-url': 'https://acme.example/' }, 'go with --spend 1'],
	])('%j are refused', (options, message) => {
		expect(() => checkOf(options, environment)).toThrow(message);
	});
});
