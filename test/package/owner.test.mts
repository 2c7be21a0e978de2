import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';

/** Repository and author, with which all other files must agree. */
const { author, bugs, homepage, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	author: { name: string; email: string };
	bugs: { url: string };
	homepage: string;
	repository: { url: string };
};
const address = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

const otherRepositories = ['https://github.com/n8n-io/n8n'];

const folders = ['.', '.github', '.github/ISSUE_TEMPLATE', 'docs', 'docs/tr', 'examples'];
const texts = [...folders, 'nodes/BacklinkPanel']
	.filter((folder) => existsSync(folder))
	.flatMap((folder) =>
		readdirSync(folder)
			.filter((name) => /\.(md|yml|json)$/.test(name) && name !== 'package-lock.json')
			.map((name) => join(folder, name)),
	)
	.map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const readme = readFileSync('README.md', 'utf8');
const anchors = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} -]/gu, '')
		.replaceAll(' ', '-'),
);

/** Documentation links of the two nodes. */
const documented = ['BacklinkPanel', 'BacklinkPanelTrigger'].map((name) => {
	const file = join('nodes', 'BacklinkPanel', `${name}.node.json`);
	const { resources } = JSON.parse(readFileSync(file, 'utf8')) as {
		resources: Record<'primaryDocumentation' | 'credentialDocumentation', Array<{ url: string }>>;
	};
	return { name, ...resources };
});

test('the addresses in package.json agree with its repository', () => {
	expect(address).toMatch(/^https:\/\/github\.com\/[\w.-]+\/n8n-nodes-backlink-panel$/);
	expect(homepage).toBe(`${address}#readme`);
	expect(bugs.url).toBe(`${address}/issues`);
});

test.each(documented)('the links of $name lead to the README', (codex) => {
	expect(codex.primaryDocumentation).toEqual([{ url: homepage }]);
	expect(codex.credentialDocumentation).toEqual([{ url: `${address}#credential` }]);
	expect(anchors).toContain('credential');
});

test('the link of the credential leads to the README', () => {
	expect(new BacklinkPanelApi().documentationUrl).toBe(`${address}#credential`);
});

test('every other link to a GitHub repository leads to this one', () => {
	const links = texts.flatMap(({ file, text }) =>
		[...text.matchAll(/https:\/\/github\.com\/[\w.-]+\/[\w.-]+?(?=(\.git)?[^\w.-]|$)/gm)].map(
			([link]) => ({ file, link }),
		),
	);
	const known = [address, ...otherRepositories];
	expect(links.filter(({ link }) => !known.includes(link))).toEqual([]);
	expect(links.some(({ file }) => file === 'CHANGELOG.md')).toBe(true);
});

test('SECURITY.md names the author’s e-mail address', () => {
	expect(readFileSync('SECURITY.md', 'utf8')).toContain(`<${author.email}>`);
});

test('the licence names the author', () => {
	expect(readFileSync('LICENSE.md', 'utf8')).toContain(author.name);
});
