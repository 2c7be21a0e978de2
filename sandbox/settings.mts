import type { WindowKind } from './rateWindows.mts';
import type { RetryAfterKind } from './retryAfter.mts';

/** A site of the network; one that does not publish fails every article and takes no backlink. */
export interface SandboxSite {
	name: string;
	publishes: boolean;
}

/** At most `limit` requests of a key in `windowMs` milliseconds, counted the way `window` says. */
export interface RateLimitSettings {
	window: WindowKind;
	limit: number;
	windowMs: number;
	retryAfter: RetryAfterKind;
}

/** The lists that the `limit` of the order list counts: each by itself, both together, or none. */
export type ListLimitKind = 'perList' | 'inTotal' | 'ignored';
export const listLimitKindNames: ListLimitKind[] = ['perList', 'inTotal', 'ignored'];

/** The start of the simulated service. All keys belong to one account. */
export interface SandboxSettings {
	/** At least one. */
	apiKeys: string[];
	/** Credits. */
	balance: number;
	sites: SandboxSite[];
	/** The service does not document it. */
	listLimit: ListLimitKind;
	rateLimit: RateLimitSettings;
}

/** Settings to change; what is not given stays. */
export type SettingsChange = Partial<Omit<SandboxSettings, 'rateLimit'>> & {
	rateLimit?: Partial<RateLimitSettings>;
};

/** The settings of a sandbox that was started without any. */
export const defaultSettings: SandboxSettings = {
	apiKeys: ['demo_live_3f9c27a1b64e'],
	balance: 1000,
	sites: [
		{ name: 'haber.example', publishes: true },
		{ name: 'teknoloji.example', publishes: true },
		{ name: 'ekonomi.example', publishes: true },
		{ name: 'yasam.example', publishes: true },
	],
	listLimit: 'perList',
	rateLimit: { window: 'sliding', limit: 60, windowMs: 60_000, retryAfter: 'none' },
};

/** Complete settings: `change` over `base`. */
export function changedSettings(base: SandboxSettings, change: SettingsChange): SandboxSettings {
	return { ...base, ...change, rateLimit: { ...base.rateLimit, ...change.rateLimit } };
}
