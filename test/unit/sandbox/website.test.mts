import axios from 'axios';

import { typicalFaults } from '../../../sandbox/typicalFaults.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox();

async function open(path: string) {
	const options = { responseType: 'text', validateStatus: null } as const;
	const { status, data, headers } = await axios.get<string>(sandbox.url + path, options);
	return { status, text: data, headers };
}

/** Lists the paths of the files that the page loads, and of the files that these import. */
async function filesOfPage(): Promise<string[]> {
	const { text } = await open('/');
	const named = text.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g);
	const found = Array.from(named, ([, path = '']) => path);
	for (const path of found) {
		for (const [, name = ''] of (await open(path)).text.matchAll(/from '\.(\/[^']+)'/g)) {
			if (!found.includes(`/page${name}`)) found.push(`/page${name}`);
		}
	}
	return found;
}

test('the page and its files load nothing from elsewhere, and make no markup of values', async () => {
	const { text, headers } = await open('/');
	expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
	expect(headers['content-security-policy']).toContain("default-src 'none'");
	const files = await filesOfPage();
	expect(files.length).toBeGreaterThan(3);
	for (const path of files) {
		const file = await open(path);
		expect(file.headers['content-type']).toMatch(/^text\/(css|javascript); charset=utf-8$/);
		expect(file.text).not.toMatch(/url\(|@import|https?:\/\//);
		expect(file.text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
	}
	const [, data = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
	expect(data).not.toContain('<');
	expect(JSON.parse(data)).toEqual(typicalFaults);
});
