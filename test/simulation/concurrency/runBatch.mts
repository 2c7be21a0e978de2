import { inParallel } from '../../../nodes/BacklinkPanel/batch/concurrency.ts';
import { Concurrency } from '../../../nodes/BacklinkPanel/rateLimiter/Concurrency.ts';
import { openWindow, type WindowKind } from '../../../sandbox/rateWindows.mts';
import { createVirtualClock } from '../../unit/virtualClock.mts';
import { chanceFrom } from '../chance.mts';
import { deliveryOf } from '../delivery.mts';
import { type PanelKind, VirtualPanel } from './VirtualPanel.mts';

export interface BatchPlan {
	/** Number of orders in flight; `adaptive` = found by the node itself (Concurrency.ts). */
	inFlight: number | 'adaptive';
	orders: number;
	panel: PanelKind;
	/** Way in which the service counts its 60 requests a minute. */
	window: WindowKind;
	/** End of the first fixed window: 35 s after the start, or at any time. */
	windowsEnd?: 'after35s' | 'atAnyTime';
	seed: number;
}

export interface BatchReport {
	/** Time from the start to the last answer, in ms. */
	makespanMs: number;
	lost: number;
	/** Number of lost answers whose orders left with more than ten in flight. */
	lostBeyondTen: number;
	mostInFlight: number;
	longestLine: number;
}

/** Default timeout of the node for an order, in ms. */
const TIMEOUT_MS = 120_000;
const REQUESTS_PER_MINUTE = 60;
/** Time until a 429 arrives, in ms. */
const REFUSAL_MS = 100;
const MINUTE_MS = 60_000;
const NOON = Date.UTC(2026, 10, 27, 12);
/** Start in ms after noon. Fixed windows are calendar minutes, so the first one ends 35 s later. */
const BEFORE_WINDOW_ENDS_MS = 25_000;
const STEP_MS = 10_000;

/** Runs a batch to its end in virtual time, even after lost answers. The same seed gives the same report. */
export async function runBatch(plan: BatchPlan): Promise<BatchReport> {
	const chance = chanceFrom(plan.seed);
	const isAtAnyTime = plan.windowsEnd === 'atAnyTime';
	const start = NOON + (isAtAnyTime ? chance() * MINUTE_MS : BEFORE_WINDOW_ENDS_MS);
	const clock = createVirtualClock(chance, start);
	const panel = new VirtualPanel(plan.panel, clock);
	const window = openWindow(plan.window, { limit: REQUESTS_PER_MINUTE, windowMs: MINUTE_MS });
	const concurrency = new Concurrency(
		plan.inFlight === 'adaptive' ? 0 : plan.inFlight,
		REQUESTS_PER_MINUTE,
		{ lastAt: Number.NEGATIVE_INFINITY },
		undefined,
		() => clock.now(),
	);
	const deliver = deliveryOf(clock);
	const report: BatchReport = {
		makespanMs: 0,
		lost: 0,
		lostBeyondTen: 0,
		mostInFlight: 0,
		longestLine: 0,
	};
	let inFlight = 0;

	async function send(): Promise<{ isAccepted: boolean }> {
		const ended = concurrency.sent(TIMEOUT_MS);
		if (!window.admit(clock.wallTime())) {
			await clock.sleep(REFUSAL_MS);
			ended('refused');
			return { isAccepted: false };
		}
		inFlight += 1;
		report.mostInFlight = Math.max(report.mostInFlight, inFlight);
		const isBeyondTen = inFlight > 10;
		const isAnswered = await panel.order(TIMEOUT_MS);
		inFlight -= 1;
		ended(isAnswered ? 'answered' : 'lost');
		if (!isAnswered) {
			report.lost += 1;
			if (isBeyondTen) report.lostBeyondTen += 1;
		}
		report.makespanMs = clock.elapsed();
		return { isAccepted: true };
	}

	let isDone = false;
	const batch = inParallel(
		plan.orders,
		() => concurrency.limit,
		() => false,
		async () => await deliver(send),
		async () => {},
	).then(() => {
		isDone = true;
	});
	while (!isDone) await clock.advance(STEP_MS);
	await batch;
	return { ...report, longestLine: panel.longestLine };
}
