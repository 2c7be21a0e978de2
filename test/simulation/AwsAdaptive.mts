import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';
import type { Strategy, Reply } from './Strategy.mts';

const BETA = 0.7;
const SCALE = 0.4;
const SMOOTH = 0.8;
/** Requests a second. */
const LEAST_RATE = 0.5;
const LEAST_CAPACITY = 1;

/** Full jitter: a wait of up to 1 s × 2 for each try, and never more than 20 s. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 20_000;

/**
 * The adaptive retry mode of the AWS SDKs (`DefaultRateLimiter`): unlimited until the first throttle,
 * then a token bucket whose rate grows and shrinks as CUBIC does it for TCP. As many tries as needed.
 */
export class AwsAdaptive implements Strategy {
	private isLimiting = false;
	private tokens = 0;
	private capacity = LEAST_CAPACITY;
	private rate = LEAST_RATE;
	private filledAt: number | undefined;
	private rateAtThrottle = 0;
	private throttledAt: number;
	/** How long the curve takes back to the rate of the last throttle, in s. */
	private recovery = 0;
	private measuredRate = 0;
	private measuredAt: number;
	private requests = 0;

	constructor(private readonly clock: Clock) {
		this.throttledAt = this.seconds();
		this.measuredAt = Math.floor(this.seconds());
	}

	async deliver(send: () => Promise<Reply>): Promise<void> {
		for (let tries = 0; ; tries++) {
			await this.takeToken();
			const { isAccepted } = await send();
			this.learn(!isAccepted);
			if (isAccepted) return;
			const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
			await this.clock.sleep(this.clock.random() * longest);
		}
	}

	private seconds(): number {
		return this.clock.now() / 1000;
	}

	private async takeToken(): Promise<void> {
		if (!this.isLimiting) return;
		this.fill();
		if (this.tokens < 1) await this.clock.sleep(((1 - this.tokens) / this.rate) * 1000);
		this.tokens -= 1;
	}

	private fill(): void {
		const now = this.seconds();
		const added = this.filledAt === undefined ? 0 : (now - this.filledAt) * this.rate;
		this.tokens = Math.min(this.capacity, this.tokens + added);
		this.filledAt = now;
	}

	private learn(isThrottled: boolean): void {
		this.measure();
		const now = this.seconds();
		if (isThrottled) {
			this.rateAtThrottle = this.isLimiting
				? Math.min(this.measuredRate, this.rate)
				: this.measuredRate;
			this.throttledAt = now;
			this.isLimiting = true;
		}
		this.recovery = Math.cbrt((this.rateAtThrottle * (1 - BETA)) / SCALE);
		const wanted = isThrottled
			? this.rateAtThrottle * BETA
			: SCALE * (now - this.throttledAt - this.recovery) ** 3 + this.rateAtThrottle;
		this.setRate(Math.min(wanted, 2 * this.measuredRate));
	}

	private measure(): void {
		this.requests += 1;
		const halfSecond = Math.floor(this.seconds() * 2) / 2;
		if (halfSecond <= this.measuredAt) return;
		const current = this.requests / (halfSecond - this.measuredAt);
		this.measuredRate = current * SMOOTH + this.measuredRate * (1 - SMOOTH);
		this.requests = 0;
		this.measuredAt = halfSecond;
	}

	private setRate(rate: number): void {
		this.fill();
		this.rate = Math.max(rate, LEAST_RATE);
		this.capacity = Math.max(rate, LEAST_CAPACITY);
		this.tokens = Math.min(this.tokens, this.capacity);
	}
}
