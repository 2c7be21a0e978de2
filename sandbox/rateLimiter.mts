import { openWindow } from './rateWindows.mts';
import type { RateWindow } from './rateWindows.mts';
import type { RateLimitSettings } from './settings.mts';

/** Counts requests per API key, each key in a window of its own. */
export class RateLimiter {
	private readonly windows = new Map<string, RateWindow>();

	constructor(private readonly settings: RateLimitSettings) {}

	/**
	 * Counts a request of a key at `now` (ms epoch).
	 * Returns the milliseconds to wait when it is refused, null when it is admitted.
	 */
	refuse(key: string, now: number): number | null {
		const window = this.windowOf(key);
		return window.admit(now) ? null : window.waitAt(now);
	}

	private windowOf(key: string): RateWindow {
		const known = this.windows.get(key);
		if (known !== undefined) return known;
		const opened = openWindow(this.settings.window, this.settings);
		this.windows.set(key, opened);
		return opened;
	}
}
