import axios from 'axios';
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

describe('the page', () => {
	it('loads nothing from elsewhere', async () => {
		const { status, text, headers } = await open('/');
		expect(status).toBe(200);
		expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
		expect(headers['content-security-policy']).toContain("default-src 'none'");
	});

	it('runs a script that is one, and that makes no markup of values', async () => {
		const { text } = await open('/');
		const script = /<script>(.*)<\/script>/s.exec(text)?.[1] ?? '';
		expect(() => new Function(script)).not.toThrow();
		expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
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
