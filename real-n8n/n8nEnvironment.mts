/** Environment of this process as far as n8n may see it: no settings of a developer's n8n, no proxies. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
	const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL'];
	return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/** Settings of a quiet n8n: on loopback, without telemetry, without outside connections. */
const quiet = {
	N8N_HOST: '127.0.0.1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_PROTOCOL: 'http',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	// Otherwise the request to activate a workflow returns before the workflow is active.
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false',
	// On a busy machine, n8n takes a late answer of its database for a lost one and refuses all requests.
	DB_PING_TIMEOUT_MS: '60000',
	GENERIC_TIMEZONE: 'UTC',
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
	EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
	EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'true',
};

export interface N8nPlace {
	userFolder: string;
	port: number;
	/** Port for n8n's task runners. */
	brokerPort: number;
}

/** Makes the whole environment of an n8n. */
export function n8nEnvironment(place: N8nPlace): NodeJS.ProcessEnv {
	return {
		...inheritedEnvironment(),
		...quiet,
		N8N_USER_FOLDER: place.userFolder,
		N8N_PORT: String(place.port),
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
	};
}
