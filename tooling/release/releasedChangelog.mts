/**
 * Makes the changelog of a release: the text under “Unreleased” becomes the section of the version. A
 * changelog that has this section already, as at the first release, stays as it is.
 * @param date as 2026-12-31
 * @throws if “Unreleased” is empty: a release lists its changes
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
	if (changelog.includes(`\n## [${version}] - `)) return changelog;

	const [, changes = ''] =
		/\n## \[Unreleased\]\n(.*?)(?=\n## \[|\n\[Unreleased\]:)/s.exec(changelog) ?? [];
	if (changes.trim() === '') throw new Error('CHANGELOG.md has nothing under “Unreleased”');

	const [, compare = '', previous = ''] =
		/\n\[Unreleased\]: (.*)\/compare\/(.*)\.\.\.HEAD\n/.exec(changelog) ?? [];
	if (previous === '') throw new Error('CHANGELOG.md has no link for “Unreleased”');
	return changelog
		.replace('\n## [Unreleased]\n', `\n## [Unreleased]\n\n## [${version}] - ${date}\n`)
		.replace(
			`\n[Unreleased]: ${compare}/compare/${previous}...HEAD\n`,
			`\n[Unreleased]: ${compare}/compare/v${version}...HEAD\n` +
				`[${version}]: ${compare}/compare/${previous}...v${version}\n`,
		);
}
