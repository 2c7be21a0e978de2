import type { Installed } from '../installed.mts';

/** What the engine may see of the environment that this process runs in. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL'];

/** The environment of a process with n8n's engine: nothing of a developer's n8n, and no proxies. */
export function engineEnvironment({ n8nModules, userFolder }: Installed): NodeJS.ProcessEnv {
	return {
		...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
		// As n8n does, so that community nodes find the n8n-workflow of the engine.
		NODE_PATH: n8nModules,
		// n8n writes its settings on load.
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: 'benchmark',
		GENERIC_TIMEZONE: 'UTC',
	};
}
