import {
	type KeyState,
	type OrderOutcomeKind,
	OrderStore,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { RowsInMemory } from './RowsInMemory.mts';
import { afterAnswer, afterNoAnswer, isWrong, maySend, type Truth } from './state.mts';

const HALF_AN_HOUR = 30 * 60_000;

let processes = 0;

function startProcess(rows: RowsInMemory): OrderStore {
	processes += 1;
	// Gives each process its own workflow ID, because the store's queue in memory would outlive a simulated crash.
	return new OrderStore(rows.functions, `process ${processes}`, rows.environment);
}

const claimsOf = (keys: string[], resendsUnknown: boolean) =>
	keys.map((key) => ({ key, resendsUnknown }));

/** Earlier outcomes of both keys (undefined = crash), and the truth about their orders after them. */
const situations: Record<string, { truth: Truth; outcomes: Array<OrderOutcomeKind | undefined> }> =
	{
		new: { truth: 'unsent', outcomes: [] },
		paid: { truth: 'paid', outcomes: ['paid'] },
		unknown: { truth: 'unknown', outcomes: ['unknown'] },
		'left behind by a crash': { truth: 'unknown', outcomes: [undefined] },
		'released before': { truth: 'unsent', outcomes: ['notCharged'] },
	};

async function inSituation(outcomes: Array<OrderOutcomeKind | undefined>): Promise<RowsInMemory> {
	const rows = new RowsInMemory();
	for (const outcome of outcomes) {
		const store = startProcess(rows);
		await store.claim(claimsOf(['a', 'b'], false));
		if (outcome) await store.conclude(['a', 'b'].map((key) => ({ key, outcome })));
	}
	rows.clock += HALF_AN_HOUR;
	return rows;
}

interface Orders {
	before: Truth;
	truth: Record<string, Truth>;
	wrong: string[];
}

/** Orders both keys in a process that crashes after so many calls. @returns true if the process crashed */
async function order(
	rows: RowsInMemory,
	orders: Orders,
	outcome: OrderOutcomeKind,
	resends: boolean,
	callsUntilCrash: number,
): Promise<boolean> {
	rows.callsUntilCrash = callsUntilCrash;
	const store = startProcess(rows);
	const { before, truth } = orders;
	try {
		const states = await store.claim(claimsOf(['a', 'b'], resends));
		const granted = [...states].filter(([, state]) => isGranted(state, resends));
		for (const [key] of granted) {
			if (!maySend(before, resends)) orders.wrong.push(`${key} (${before}) was sent`);
			truth[key] = afterNoAnswer(afterAnswer(before, outcome));
		}
		await store.conclude(granted.map(([key]) => ({ key, outcome })));
		for (const [key] of granted) {
			// Keeps the truth about an earlier order, which a refusal does not change.
			if (outcome === 'notCharged') truth[key] = before;
			if (outcome === 'paid') truth[key] = 'paid';
		}
	} catch {
		// Ignores the error of a crashed process.
	}
	const hasCrashed = rows.hasCrashed;
	rows.restart();
	return hasCrashed;
}

function isGranted(state: KeyState, resends: boolean): boolean {
	return state === 'free' || (resends && state === 'unknown');
}

async function look(rows: RowsInMemory, callsUntilCrash = Infinity) {
	rows.callsUntilCrash = callsUntilCrash;
	const states = await startProcess(rows)
		.claim(claimsOf(['a', 'b'], false))
		.catch(() => new Map<string, KeyState>());
	rows.restart();
	return states;
}

const cases = Object.entries(situations).flatMap(([name, { truth, outcomes }]) =>
	(['paid', 'notCharged', 'unknown'] as const).flatMap((outcome) =>
		(truth === 'unknown' ? [false, true] : [false]).map((resends) => ({
			name,
			truth,
			outcomes,
			outcome,
			resends,
		})),
	),
);

/** Number of calls in a lookup, and a margin. */
const CALLS_OF_LOOK_UP = 9;

async function ordered(each: (typeof cases)[number], callsUntilCrash = Infinity) {
	const rows = await inSituation(each.outcomes);
	const before = each.truth;
	const orders: Orders = { before, truth: { a: before, b: before }, wrong: [] };
	const hasCrashed = await order(rows, orders, each.outcome, each.resends, callsUntilCrash);
	rows.clock += HALF_AN_HOUR;
	return { rows, orders, hasCrashed };
}

test.each(cases)(
	'keys that are $name, ordered ($outcome, sent again: $resends): not paid twice after a crash at any call of the order and of a later lookup',
	async (each) => {
		for (let last = 0, hasCrashed = true; hasCrashed; last += 1) {
			for (let lastOfLookUp = 0; lastOfLookUp < CALLS_OF_LOOK_UP; lastOfLookUp += 1) {
				const run = await ordered(each, last);
				({ hasCrashed } = run);
				await look(run.rows, lastOfLookUp);
				for (const [key, state] of await look(run.rows)) {
					const truth = run.orders.truth[key] ?? 'unsent';
					if (isWrong(state, truth)) run.orders.wrong.push(`${key} (${truth}) reads ${state}`);
				}
				expect({ last, lastOfLookUp, wrong: run.orders.wrong }).toMatchObject({ wrong: [] });
			}
		}
	},
);

test.each(cases.filter(({ truth, outcome }) => truth === 'paid' || outcome === 'paid'))(
	'keys that are $name, then paid (sent again: $resends): they still read paid after a crash in a lookup',
	async (each) => {
		for (let last = 0; last < CALLS_OF_LOOK_UP; last += 1) {
			const { rows, orders } = await ordered(each);
			if (orders.truth.a !== 'paid') continue;
			await look(rows, last);
			expect([last, ...(await look(rows)).values()]).toEqual([last, 'paid', 'paid']);
		}
	},
);
