import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery } from './delivery.mts';

/** How the service copes with orders; reads and refusals by the rate limit are answered at once. */
export interface WorkloadSettings {
	/** How many orders it handles at a time; the others wait. */
	workers: number;
	/** How long one takes, in ms. */
	orderMs: number;
	/** With more orders in flight than this, each takes longer by the square of their number. */
	slowsBeyond: number;
	/** The first order wakes it up: for so long, in ms, nothing is handled. */
	coldStartMs: number;
	/**
	 * A gateway before it gives up on an order after this, in ms; the service does not hear of it. 0 = there
	 * is none.
	 */
	gatewayMs: number;
}

const gatewayTimeout: Delivery = {
	way: 'send',
	status: 504,
	headers: { 'content-type': 'text/html' },
	text: '<html><head><title>504 Gateway Time-out</title></head></html>',
};

/** Handles orders as a service with this workload does. */
export class Workload {
	private readonly waiting: Array<() => void> = [];
	private working = 0;
	private awake: Promise<void> | undefined;

	constructor(private readonly settings: WorkloadSettings) {}

	/**
	 * Carries out an order when it is its turn, also when nobody waits for it any more.
	 * @returns what came of it, or what the gateway says if that took too long
	 */
	async handle(carryOut: () => Promise<Delivery>): Promise<Delivery> {
		const { gatewayMs } = this.settings;
		const work = this.work(carryOut);
		if (gatewayMs === 0) return await work;
		return await Promise.race([work, after(gatewayMs).then(() => gatewayTimeout)]);
	}

	private async work(carryOut: () => Promise<Delivery>): Promise<Delivery> {
		this.awake ??= after(this.settings.coldStartMs);
		await this.awake;
		const { workers } = this.settings;
		if (this.working >= workers) await new Promise<void>((resolve) => this.waiting.push(resolve));
		else this.working += 1;
		await after(this.nextOrderMs());
		const next = this.waiting.shift();
		// The next one takes over the worker.
		if (next) next();
		else this.working -= 1;
		return await carryOut();
	}

	private nextOrderMs(): number {
		const { orderMs, slowsBeyond } = this.settings;
		const inFlight = this.working + this.waiting.length;
		return orderMs * Math.max(1, inFlight / slowsBeyond) ** 2;
	}
}

async function after(ms: number): Promise<void> {
	if (ms > 0) await pause(ms, undefined, { ref: false });
}
