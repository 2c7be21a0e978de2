import type { WindowKind } from './rateWindows.mts';
import type { RetryAfterKind } from './retryAfter.mts';

/** A site of the network. A site that does not publish fails every article and takes no backlink. */
export interface SandboxSite {
	name: string;
	publishes: boolean;
}

/** Rate limit: at most `limit` requests of a key in `windowMs` ms, counted as `window` says. */
export interface RateLimitSettings {
	window: WindowKind;
	limit: number;
	windowMs: number;
	retryAfter: RetryAfterKind;
}

/** Lists that the order list's `limit` counts: each list separately, both together, or none. */
export type ListLimitKind = 'perList' | 'inTotal' | 'ignored';
export const listLimitKindNames: ListLimitKind[] = ['perList', 'inTotal', 'ignored'];

/** Initial state of the simulated service. All keys belong to one account. */
export interface SandboxSettings {
	/** API keys, at least one. */
	apiKeys: string[];
	/** Credits. */
	balance: number;
	sites: SandboxSite[];
	/** Effect of the order list's `limit`; the service does not document it. */
	listLimit: ListLimitKind;
	rateLimit: RateLimitSettings;
}

/** Settings to change; missing settings stay as they are. */
export type SettingsChange = Partial<Omit<SandboxSettings, 'rateLimit'>> & {
	rateLimit?: Partial<RateLimitSettings>;
};

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

/** Applies `change` to `base`, and returns complete settings. */
export function changedSettings(base: SandboxSettings, change: SettingsChange): SandboxSettings {
	return { ...base, ...change, rateLimit: { ...base.rateLimit, ...change.rateLimit } };
}
