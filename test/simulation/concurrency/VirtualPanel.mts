import type { Clock } from '../../../nodes/BacklinkPanel/rateLimiter/Clock.ts';

/** Properties of a simulated service that takes orders. Times in ms. */
export interface PanelKind {
	/** Number of orders that the service handles at a time; the others wait in line. */
	workers: number;
	/** Time for one order, which varies by up to 15 %. */
	orderMs: number;
	/** After `afterMs`, an order takes `factor` times as long. */
	slowsDown?: { afterMs: number; factor: number };
	/** Number of connections beyond which the time for an order grows with the square of their number. */
	thrashesBeyond?: number;
	/** Time after which a gateway gives up. The service still carries the order out. */
	gatewayMs?: number;
}

/** Share by which the time for an order varies. */
const SPREAD = 0.15;

/** Service in virtual time. An order is carried out even after the client has given up. */
export class VirtualPanel {
	longestLine = 0;
	private readonly line: Array<() => void> = [];
	private working = 0;

	constructor(
		private readonly kind: PanelKind,
		private readonly clock: Clock & { elapsed(): number },
	) {}

	/** @returns true if the answer came before the timeout, and before the gateway gave up */
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
