import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { addresses, anchors, markdownFiles, textOf } from './markdown.mts';

const links = markdownFiles.flatMap((file) =>
	addresses(textOf(file))
		.filter((address) => !/^[a-z]+:/.test(address))
		.map((address) => {
			const [path = '', anchor] = address.split('#');
			return { file, address, anchor, target: path === '' ? file : join(dirname(file), path) };
		}),
);

test('every link leads to a file or folder', () => {
	expect(links.length).toBeGreaterThan(50);
	expect(links.filter(({ target }) => !existsSync(target))).toEqual([]);
});

test('every anchor is a heading of its page', () => {
	const withAnchor = links.filter(({ anchor }) => anchor !== undefined);
	expect(withAnchor.length).toBeGreaterThan(5);
	expect(
		withAnchor.filter(({ target, anchor = '' }) => !anchors(textOf(target)).includes(anchor)),
	).toEqual([]);
});

test('no page has a heading twice, so that each can be linked to', () => {
	for (const file of markdownFiles.filter((name) => name !== 'CHANGELOG.md')) {
		const all = anchors(textOf(file));
		expect({ file, twice: all.filter((one, index) => all.indexOf(one) !== index) }).toEqual({
			file,
			twice: [],
		});
	}
});

test('every picture is shown somewhere', () => {
	const shown = links.map(({ target }) => normalize(target));
	const pictures = readdirSync('docs/images').map((name) => join('docs', 'images', name));
	expect(pictures.filter((picture) => !shown.includes(picture))).toEqual([]);
});

test('every page of docs is linked to from the README of its language', () => {
	const linked = (from: string) =>
		links.filter(({ file }) => file === from).map(({ target }) => normalize(target));
	for (const file of markdownFiles.filter((name) => name.startsWith('docs/'))) {
		const isTranslated = file.startsWith('docs/tr/') && !file.endsWith('README.md');
		expect(linked(isTranslated ? 'docs/tr/README.md' : 'README.md')).toContain(file);
	}
});

test('the README has its pictures in Markdown, whose relative paths npm resolves to the repository', () => {
	expect(textOf('README.md')).not.toMatch(/<(img|picture|source)/);
});

test('every path that CONTRIBUTING names is there', () => {
	const named = [...textOf('CONTRIBUTING.md').matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(
		([, path = '']) => path,
	);
	expect(named.length).toBeGreaterThan(20);
	const places = ['.', 'nodes/BacklinkPanel'];
	expect(named.filter((path) => !places.some((place) => existsSync(join(place, path))))).toEqual(
		[],
	);
});
