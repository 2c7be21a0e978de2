import { readFileSync } from 'node:fs';

import { releasedChangelog } from '../../tooling/release/releasedChangelog.mts';
import { packedText } from './packedPackage.mts';

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const { version } = JSON.parse(packedText('package.json')) as { version: string };
const sections = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading ?? '');

test('the lock file has the version of the package', () => {
	const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
		version: string;
		packages: Record<string, { version: string }>;
	};
	expect([lock.version, lock.packages['']?.version]).toEqual([version, version]);
});

test('the newest version of the changelog is that of the package', () => {
	expect(sections[0]).toBe('[Unreleased]');
	expect(sections[1]).toMatch(new RegExp(`^\\[${version}\\] - \\d{4}-\\d\\d-\\d\\d$`));
});

test('every version has a link', () => {
	for (const heading of sections) {
		const [name] = heading.split(' - ');
		expect(changelog).toMatch(new RegExp(`^\\${name?.replace(']', '\\]')}: https://`, 'm'));
	}
});

describe('a release', () => {
	const before = [
		'# Changelog',
		'',
		'## [Unreleased]',
		'',
		'### Fixed',
		'',
		'- This.',
		'',
		'## [1.0.0] - 2026-11-28',
		'',
		'[Unreleased]: https://example.com/compare/v1.0.0...HEAD',
		'[1.0.0]: https://example.com/releases/tag/v1.0.0',
		'',
	].join('\n');

	test('gives what is unreleased a section and a link', () => {
		const link = '[1.0.1]: https://example.com/compare/v1.0.0...v1.0.1';
		expect(releasedChangelog(before, '1.0.1', '2026-12-31')).toBe(
			before
				.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [1.0.1] - 2026-12-31\n')
				.replace('v1.0.0...HEAD', `v1.0.1...HEAD\n${link}`),
		);
	});

	test('of a version that has its section already changes nothing', () => {
		expect(releasedChangelog(before, '1.0.0', '2026-12-31')).toBe(before);
	});

	test('without an entry under Unreleased is refused', () => {
		const nothing = before.replace(/### Fixed\n\n- This\.\n\n/, '');
		expect(() => releasedChangelog(nothing, '1.0.1', '2026-12-31')).toThrow('nothing under');
	});
});
