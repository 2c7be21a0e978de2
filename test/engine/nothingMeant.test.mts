import type { IDataObject } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { articleForm, backlinkForm } from './forms.mts';
import { usePanel } from './usePanel.mts';

/* What a broken expression leaves behind would be paid for as if somebody had meant it. */

const panel = usePanel();

async function order(parameters: typeof articleForm | typeof backlinkForm, item: IDataObject) {
	const { error } = await runNode({ credential: panel.credential, parameters, items: [item] });
	const { charges } = await panel.client.books();
	return { charges: charges.length, message: error?.message };
}

test.each([
	['two expressions', '<h1>{{ $json.title }}</h1><p>{{ $json.text }}</p>', 'an expression'],
	['undefined twice', '<h2>undefined</h2><p>undefined</p>', '“undefined”'],
	['undefined behind a style', '<style>p{}</style><p>undefined</p>', '“undefined”'],
	['an image without an address', '<p><img src=""></p>', 'shows no text, image or video'],
	['a space without its semicolon', '<p>&nbsp</p>', 'shows no text, image or video'],
	['an attribute with a sign', '<p title="a>b"></p>', 'shows no text, image or video'],
])('content that is nothing but %s is not published', async (_, html, words) => {
	const { charges, message } = await order(articleForm, { title: 'Title', html });
	expect([charges, message]).toEqual([0, expect.stringContaining(words)]);
});

test('a title that was put together from fields that are missing is not published', async () => {
	const form = { ...articleForm, title: '={{ $json.title }} - {{ $json.creator }}' };
	const { charges, message } = await order(form, { html: '<p>Text</p>' });
	expect([charges, message]).toEqual([0, expect.stringContaining('“Title” has only separators')]);
});

test.each(['undefined undefined', '[object object]', '{{ DateTime.now() }}'])(
	'the title %s is not published',
	async (title) => {
		const { charges, message } = await order(articleForm, { title, html: '<p>Text</p>' });
		expect([charges, message]).toEqual([0, expect.stringContaining('“Title” contains')]);
	},
);

test.each([
	'https://https://example.com',
	'https://.example.com/',
	'https://example.com,https://example.org',
	'https://example.com/a;https://example.org/b',
	'https://example.com/?id=undefined',
	'https://example.com/undefined.html',
	'https://example.com/p\ufe0f',
	'https://example.com/a\u3164b',
])('no backlink to %s is bought', async (url) => {
	const { charges, message } = await order(backlinkForm, { url, anchor: 'x', months: 1 });
	expect([charges, message]).toEqual([0, expect.stringContaining('“Target URL”')]);
});

test('an article about it all is published', async () => {
	const title = 'What is undefined behaviour?';
	const html = '<p>n8n evaluates <code>{{ $json.title }}</code> to <b>undefined</b>.</p>';
	expect(await order(articleForm, { title, html })).toEqual({
		charges: 1,
		message: undefined,
	});
});
