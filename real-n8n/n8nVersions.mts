export interface N8nRequirements {
	nodeVersion: string;
	/** Dependencies of n8n that must be replaced for the installation to work. */
	overrides?: Record<string, string>;
	/** Variables that this version needs. */
	environment?: Record<string, string>;
}

/** The versions of n8n that can be installed here. */
export const n8nVersions = {
	'2.41.1': {
		nodeVersion: '24.21.0',
		// This module fetches a list from n8n's servers at every start; n8n 1 does not have it.
		environment: { N8N_DISABLED_MODULES: 'mcp-registry' },
	},
	'1.123.81': {
		nodeVersion: '20.20.2',
		// n8n's own xlsx does not come from the npm registry.
		overrides: { xlsx: '0.18.5' },
		environment: {
			// The other expression engine needs a module without a build for Node 20.
			N8N_EXPRESSION_ENGINE: 'legacy',
			// Otherwise an execution has its final status shortly before its data.
			DB_SQLITE_POOL_SIZE: '4',
		},
	},
} as const satisfies Record<string, N8nRequirements>;

export type N8nVersion = keyof typeof n8nVersions;
