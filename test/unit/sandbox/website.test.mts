import axios from 'axios';
import { typicalFaults } from '../../../sandbox/typicalFaults.mts';
import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox();

async function open(path: string) {
	const { status, data, headers } = await axios.get<string>(sandbox.url + path, {
		responseType: 'text',
		validateStatus: null,
	});
	return { status, text: data, headers };
}

/** The contents of an XML element, wherever it stands, with entities replaced. */
function elements(xml: string, name: string): string[] {
	const found = xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'));
	return Array.from(found, ([, content = '']) =>
		content
			.replaceAll('&lt;', '<')
			.replaceAll('&gt;', '>')
			.replaceAll('&quot;', '"')
			.replaceAll('&#39;', "'")
			.replaceAll('&amp;', '&'),
	);
}

/** The addresses of the files that the page names, and those that they name in turn. */
async function filesOfPage(): Promise<string[]> {
	const { text } = await open('/');
	const found = Array.from(
		text.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g),
		([, path = '']) => path,
	);
	for (const path of found) {
		const imports = (await open(path)).text.matchAll(/from '\.(\/[^']+)'/g);
		for (const [, name = ''] of imports) {
			if (!found.includes(`/page${name}`)) found.push(`/page${name}`);
		}
	}
	return found;
}

describe('the page', () => {
	it('loads nothing from elsewhere', async () => {
		const { status, text, headers } = await open('/');
		expect(status).toBe(200);
		expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
		expect(headers['content-security-policy']).toContain("default-src 'none'");
	});

	it('has all of its files, which load nothing from elsewhere either', async () => {
		const files = await filesOfPage();
		expect(files).toContain('/page/page.css');
		expect(files.length).toBeGreaterThan(3);
		for (const path of files) {
			const { status, text, headers } = await open(path);
			expect(status).toBe(200);
			expect(headers['content-type']).toMatch(/^text\/(css|javascript); charset=utf-8$/);
			expect(text).not.toMatch(/url\(|@import|https?:\/\//);
		}
	});

	it('makes no markup of values', async () => {
		for (const path of await filesOfPage()) {
			const { text } = await open(path);
			expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
		}
	});

	it('has no markup in what its script reads', async () => {
		const { text } = await open('/');
		const [, data = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
		expect(data).not.toContain('<');
		expect(JSON.parse(data)).toEqual(typicalFaults);
	});
});

describe('the chat', () => {
	it.each([
		['the text of a message', { text: 'The balance is 50.' }, 'The balance is 50.'],
		['anything else as JSON', { blocks: [] }, '{"blocks":[]}'],
	])('keeps %s, and a reset forgets it', async (_case, message, text) => {
		const { status } = await axios.post(`${sandbox.url}/chat`, message);
		expect(status).toBe(200);
		expect(await sandbox.client.books()).toMatchObject({
			messages: [{ at: expect.any(Number), text }],
			requests: [],
		});
		await sandbox.client.reset();
		expect((await sandbox.client.books()).messages).toEqual([]);
	});
});

describe('the feed', () => {
	it('has three articles with Turkish text and an emoji', async () => {
		const { status, text, headers } = await open('/feed.xml');
		expect(status).toBe(200);
		expect(headers['content-type']).toContain('application/rss+xml');
		expect(elements(text, 'item')).toHaveLength(3);
		const contents = elements(text, 'content:encoded');
		expect(contents).toHaveLength(3);
		for (const content of contents) expect(content).toMatch(/^<p>.*[ığşçöüİ]/s);
		expect(text).toContain('☕');
	});

	it('gives each a guid and a date in the past', async () => {
		const { text } = await open('/feed.xml');
		expect(new Set(elements(text, 'guid')).size).toBe(3);
		for (const date of elements(text, 'pubDate')) {
			expect(Date.parse(date)).toBeLessThan(Date.now());
		}
	});

	it('links to pages of the articles', async () => {
		const { text } = await open('/feed.xml');
		const items = elements(text, 'item');
		const [link = ''] = elements(items[0] ?? '', 'link');
		const [title = ''] = elements(items[0] ?? '', 'title');
		const article = await open(link.replace(sandbox.url, ''));
		expect(article.status).toBe(200);
		expect(article.text).toContain(title);
		expect((await open('/articles/unknown')).status).toBe(404);
	});
});
