import type { RateLimitSettings } from '../settings.mts';
import type { RateState } from './rateHeaderForm.mts';

/** Counts answers, for headers that tell how many requests are left. */
export class RateCount {
	private times: number[] = [];

	/** Counts an answer at `now` (ms epoch), and says what is left. `waitMs` where it refuses. */
	count(settings: RateLimitSettings, waitMs: number | null, now: number): RateState {
		const { limit, windowMs, window } = settings;
		const isLimited = window !== 'unlimited';
		this.times = this.times.filter((at) => at > now - windowMs);
		if (waitMs === null && isLimited) this.times.push(now);
		const remaining = waitMs === null ? Math.max(0, limit - this.times.length) : 0;
		const resetMs = waitMs ?? (this.times[0] ?? now) + windowMs - now;
		return { limit, remaining, resetMs, windowMs, now };
	}
}
