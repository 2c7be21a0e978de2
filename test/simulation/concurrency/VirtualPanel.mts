import type { Clock } from '../../../nodes/BacklinkPanel/rateLimiter/Clock.ts';

/** How a panel handles orders. Times in ms. */
export interface PanelKind {
	/** How many orders it handles at a time; the others wait in line. */
	workers: number;
	/** How long one takes, more or less 15 %. */
	orderMs: number;
	/** From some moment on it takes so many times as long. */
	slowsDown?: { afterMs: number; factor: number };
	/** With more connections than this it gets slower by the square of their number. */
	thrashesBeyond?: number;
	/** A gateway before it gives up after this time; the panel does not hear of it. */
	gatewayMs?: number;
}

/** Orders take more or less long by this part. */
const SPREAD = 0.15;

/** A panel in virtual time. What nobody waits for any more is done all the same. */
export class VirtualPanel {
	longestLine = 0;
	private readonly line: Array<() => void> = [];
	private working = 0;

	constructor(
		private readonly kind: PanelKind,
		private readonly clock: Clock & { elapsed(): number },
	) {}

	/** @returns whether the answer came before the timeout, and before the gateway gave up */
	async order(timeoutMs: number): Promise<boolean> {
		const patienceMs = Math.min(timeoutMs, this.kind.gatewayMs ?? timeoutMs);
		const done = this.work().then(() => true);
		return await Promise.race([done, this.clock.sleep(patienceMs).then(() => false)]);
	}

	private async work(): Promise<void> {
		if (this.working >= this.kind.workers) {
			await new Promise<void>((resolve) => {
				this.line.push(resolve);
				this.longestLine = Math.max(this.longestLine, this.line.length);
			});
		}
		this.working += 1;
		await this.clock.sleep(this.nextOrderMs());
		this.working -= 1;
		this.line.shift()?.();
	}

	private nextOrderMs(): number {
		const { orderMs, slowsDown, thrashesBeyond = Number.POSITIVE_INFINITY } = this.kind;
		const isSlow = slowsDown !== undefined && this.clock.elapsed() >= slowsDown.afterMs;
		const connections = this.working + this.line.length;
		const crowd = Math.max(1, connections / thrashesBeyond) ** 2;
		const spread = 1 + SPREAD * (2 * this.clock.random() - 1);
		return orderMs * spread * crowd * (isSlow ? slowsDown.factor : 1);
	}
}
