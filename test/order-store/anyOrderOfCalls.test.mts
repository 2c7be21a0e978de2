import fc from 'fast-check';

import type { OrderOutcome } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { caseCount } from '../cases.mts';
import { runsOfTheNode, type StoreFactory } from './programs.mts';
import { ScheduledRows, type ScheduledProcess } from './ScheduledRows.mts';
import { afterAnswer, afterNoAnswer, isWrong, maySend, type Truth } from './truth.mts';

const KEYS = ['a', 'b', 'c'];
const NOON = Date.UTC(2026, 10, 28, 12);
const HOUR = 3_600_000;

interface Execution {
	process: number;
	node: string;
	keys: string[];
	resendsUnknown: boolean;
	outcomes: OrderOutcome[];
}

/** The last one looks at what the others have left. */
const PROCESSES = 4;
const stores: StoreFactory[] = [];

beforeAll(async () => {
	for (let process = 0; process < PROCESSES; process += 1) {
		// Each has a module of its own, as the processes of n8n have: they do not take turns.
		await jest.isolateModulesAsync(async () => {
			const { OrderStore } = await import('../../nodes/BacklinkPanel/orders/store/OrderStore.ts');
			stores.push((...args) => new OrderStore(...args));
		});
	}
});

const executionsOn = (nodes: string[]) =>
	fc.array(
		fc.record<Execution>({
			process: fc.nat(PROCESSES - 2),
			node: fc.constantFrom(...nodes),
			keys: fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1 }),
			resendsUnknown: fc.boolean(),
			outcomes: fc.array(fc.constantFrom<OrderOutcome>('paid', 'paid', 'released', 'unknown'), {
				minLength: KEYS.length,
				maxLength: KEYS.length,
			}),
		}),
		{ minLength: 2, maxLength: 4 },
	);

/** For each process after how many steps it crashes, if it does. */
const crashes = fc.array(fc.option(fc.nat(60), { nil: Infinity, freq: 1 }), {
	minLength: PROCESSES - 1,
	maxLength: PROCESSES - 1,
});

let run = 0;

test.each([
	['one node', ['X']],
	['two nodes', ['X', 'Y']],
])('in any order of the calls, with crashes anywhere, on %s', async (_, nodes) => {
	await fc.assert(
		fc.asyncProperty(
			fc.scheduler(),
			executionsOn(nodes),
			crashes,
			async (scheduler, executions, crashesAfter) => {
				run += 1;
				const rows = new ScheduledRows(scheduler, crashesAfter);
				const books = new Books();
				for (const execution of executions) void start(rows, books, execution);
				await scheduler.waitIdle();
				books.noAnswerComesAnyMore();

				const later = rows.process(PROCESSES - 1, 'X', NOON + HOUR);
				const store = storeOf(PROCESSES - 1, later);
				const claims = KEYS.map((key) => ({ key, resendsUnknown: false }));
				const states = await scheduler.waitFor(store.claim(claims));
				for (const [key, state] of states) books.look(key, state);
				expect(books.wrong).toEqual([]);
			},
		),
		{ numRuns: caseCount(100, 500) },
	);
});

function storeOf(process: number, { functions, environment }: ScheduledProcess) {
	const createStore = stores[process];
	if (!createStore) throw new Error(`There is no process ${process}`);
	return createStore(functions, `in any order ${run}`, environment);
}

async function start(rows: ScheduledRows, books: Books, execution: Execution): Promise<void> {
	const { process, node, keys, resendsUnknown, outcomes } = execution;
	const one = rows.process(process, node, NOON);
	const program = runsOfTheNode(() => storeOf(process, one), [{ keys, resendsUnknown }]);
	await program({
		...one,
		workflowId: '',
		send: async (key) => {
			const outcome = outcomes[keys.indexOf(key)] ?? 'paid';
			const before = books.send(key, resendsUnknown);
			await one.step();
			books.answer(key, before, outcome);
			return outcome;
		},
		read: async (states) => states.forEach((state, key) => books.look(key, state)),
		concluded: async () => {},
	});
}

/** What really became of the orders. */
class Books {
	readonly wrong: string[] = [];
	private readonly truth = new Map<string, Truth>(KEYS.map((key) => [key, 'unsent']));
	private readonly inFlight = new Map<string, Truth>();

	send(key: string, mayResend: boolean): Truth {
		const before = this.truthOf(key);
		// Two nodes may turn a paid key unknown; only who wants it may send it again then.
		const isAllowed = maySend(before, mayResend || before === 'paid') && !this.inFlight.has(key);
		if (!isAllowed) this.wrong.push(`${key} (${before}) was sent`);
		this.inFlight.set(key, before);
		this.truth.set(key, 'sent');
		return before;
	}

	answer(key: string, before: Truth, outcome: OrderOutcome): void {
		this.inFlight.delete(key);
		this.truth.set(key, afterAnswer(before, outcome));
	}

	noAnswerComesAnyMore(): void {
		for (const [key, before] of this.inFlight) this.truth.set(key, afterNoAnswer(before));
		this.inFlight.clear();
	}

	look(key: string, state: string): void {
		const truth = this.truthOf(key);
		if (isWrong(state, truth)) this.wrong.push(`${key} (${truth}) read ${state}`);
	}

	private truthOf(key: string): Truth {
		return this.truth.get(key) ?? 'unsent';
	}
}
