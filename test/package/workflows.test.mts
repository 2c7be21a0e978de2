import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join('.github', 'workflows');
const workflows = readdirSync(folder).map((name) => ({
	name,
	text: readFileSync(join(folder, name), 'utf8'),
}));

test.each(workflows)('$name pins every action by its commit, and says the version', ({ text }) => {
	const actions = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, action]) => action);
	expect(actions.length).toBeGreaterThan(0);
	for (const action of actions) {
		expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
});

test('all workflows pin an action to the same commit', () => {
	const actions = workflows.flatMap(({ text }) =>
		[...text.matchAll(/uses: (.*)@/g)].map(([, action]) => action),
	);
	const pins = workflows.flatMap(({ text }) =>
		[...text.matchAll(/uses: (.*)$/gm)].map(([, pin]) => pin),
	);
	expect(new Set(pins).size).toBe(new Set(actions).size);
});

test.each(workflows)('$name may only read, except for the job that publishes', ({ text }) => {
	const permissions = [...text.matchAll(/^( *)permissions:\n((?:\1 +.*\n)+)/gm)].map(
		([, indentation = '', lines = '']) => ({
			isOfAJob: indentation !== '',
			granted: lines
				.split('\n')
				.map((line) => line.trim())
				.filter((line) => line !== '' && !line.startsWith('#')),
		}),
	);
	expect(permissions[0]).toEqual({ isOfAJob: false, granted: ['contents: read'] });
	for (const { granted } of permissions.slice(1)) expect(granted).toEqual(['id-token: write']);
});

test('CI runs the npm commands of .ci/run', () => {
	const commands = readFileSync(join('.ci', 'run'), 'utf8').match(/^npm .*$/gm) ?? [];
	expect(commands).toContain('npm test');
	const ci = workflows.find(({ name }) => name === 'ci.yml')?.text ?? '';
	const steps = [...ci.matchAll(/- run: (.*)$/gm)].map(([, command]) => command);
	expect(commands.filter((command) => !steps.includes(command))).toEqual([]);
});

test('a release publishes what it has tested, and runs no build of its own before it', () => {
	const release = workflows.find(({ name }) => name === 'release.yml')?.text ?? '';
	expect(release.match(/npm run build/g)).toHaveLength(1);
	expect(release.match(/PACKAGE_TARBALL=/g)).toHaveLength(2);
	const publish = release.slice(release.indexOf('\n  publish:'), release.indexOf('\n  scan:'));
	expect(publish).toContain('needs: [test, real-n8n]');
	expect(publish).toContain('npm publish package/*.tgz --provenance');
	expect(publish).not.toContain('npm ci');
});
