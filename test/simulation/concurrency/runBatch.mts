import { inParallel } from '../../../nodes/BacklinkPanel/batch/concurrency.ts';
import { Concurrency } from '../../../nodes/BacklinkPanel/rateLimiter/Concurrency.ts';
import { openWindow, type WindowKind } from '../../../sandbox/rateWindows.mts';
import { createVirtualClock } from '../../unit/virtualClock.mts';
import { chanceFrom } from '../chance.mts';
import { deliveryOf } from '../delivery.mts';
import { type PanelKind, VirtualPanel } from './VirtualPanel.mts';

/** A batch of orders to a panel, as the node sends it. */
export interface BatchPlan {
	/** A fixed number in flight, or as the node decides. */
	inFlight: number | 'adaptive';
	orders: number;
	panel: PanelKind;
	/** How the service counts its 60 requests a minute. */
	window: WindowKind;
	/** When its fixed windows end: the first one 35 s after the start, as in the study of the limiter. */
	windowsEnd?: 'after35s' | 'atAnyTime';
	seed: number;
}

export interface BatchReport {
	/** From the start to the last answer, in ms. */
	makespanMs: number;
	/** Orders whose answer was lost. */
	lost: number;
	/** Of these, the ones that were sent with more than ten in flight. */
	lostBeyondTen: number;
	mostInFlight: number;
	longestLine: number;
}

/** The node's timeout of an order, in ms. */
const TIMEOUT_MS = 120_000;
const REQUESTS_PER_MINUTE = 60;
/** A refusal takes this long, in ms. */
const REFUSAL_MS = 100;
const MINUTE_MS = 60_000;
const NOON = Date.UTC(2026, 10, 27, 12);
/** Fixed windows are the minutes of the calendar: the first one ends 35 s later. */
const BEFORE_WINDOW_ENDS_MS = 25_000;
const STEP_MS = 10_000;

/** Runs it in virtual time, to its end: lost orders do not stop it. The same for the same seed. */
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
