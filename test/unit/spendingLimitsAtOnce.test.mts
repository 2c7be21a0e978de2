import fc from 'fast-check';

import { failure, type PanelFailure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { AccountCredits } from '../../nodes/BacklinkPanel/orders/spending/AccountCredits.ts';
import {
	type Settlement,
	SpendingLimits,
} from '../../nodes/BacklinkPanel/orders/spending/SpendingLimits.ts';
import { nothingSpent } from '../../nodes/BacklinkPanel/orders/spending/spentCredits.ts';
import type { OrderPricing } from '../../nodes/BacklinkPanel/operations/itemPlan.ts';
import type { ItemSpendingLimits } from '../../nodes/BacklinkPanel/operations/prepareItem.ts';
import { caseCount } from '../cases.mts';

/** What is to become of an order at the service, if that has the credits for it. */
type Fate = 'paid' | 'refused' | 'chargedButLost' | 'lostBefore';

interface Order {
	isArticle: boolean;
	months: number;
	/** On how many sites of the network an article comes out, as a share. */
	publishedShare: number;
	fate: Fate;
}

interface Run {
	orders: Order[];
	parallel: number;
	/** Whether the user stops it at some moment. */
	isStopped: boolean;
}

interface Scenario {
	balance: number;
	/** What a month of a backlink costs really; 1 is documented. */
	pricePerMonth: number;
	sites: number;
	/** Runs of one execution share what it spent. */
	executions: Array<{ rules: ItemSpendingLimits; runs: Run[] }>;
	/** How often the balance cannot be read before it can. */
	failingReads: number;
}

/** What happened to an order. */
interface Record {
	execution: number;
	order: Order;
	decision: 'reserved' | 'stopped' | PanelFailure;
	/** Set aside for it. */
	reserved: number;
	/** What the service really charged. */
	charged: number;
	/** Orders of the same operation that were in flight at the same time, from reservation to end. */
	beside: Record[];
}

const unreadable = failure('outcomeUnknown', { detail: 'no answer' });

const priceTag = ({ isArticle, months }: Order): OrderPricing =>
	isArticle
		? { operation: 'article publish', units: 1, documentedPrice: 10, isOpen: true }
		: { operation: 'backlink create', units: months, documentedPrice: 1, isOpen: false };

/** Plays a scenario in an order of events that the scheduler chooses. */
async function play(
	scheduler: fc.Scheduler,
	scenario: Scenario,
	account: AccountCredits,
): Promise<{ records: Record[]; balance: number; isComplete: boolean }> {
	const { pricePerMonth, sites } = scenario;
	let { balance, failingReads } = scenario;
	const records: Record[] = [];
	const inFlight = new Set<Record>();
	const moment = async () => await scheduler.schedule(Promise.resolve());

	async function readBalance(signal: AbortSignal | undefined) {
		await moment();
		const read = balance;
		await moment();
		if (signal?.aborted) return { kind: 'stopped' as const };
		failingReads -= 1;
		return failingReads >= 0 ? unreadable : read;
	}

	async function send(order: Order, record: Record): Promise<Settlement> {
		const published = Math.ceil(order.publishedShare * sites);
		const cost = order.isArticle ? 10 * published : order.months * pricePerMonth;
		const unitPrice = order.isArticle ? 10 * sites : pricePerMonth;
		await moment();
		if (order.fate === 'refused' || cost > balance) return { kind: 'released' };
		if (order.fate !== 'lostBefore') {
			balance -= cost;
			record.charged = cost;
		}
		const balanceAfter = balance;
		await moment();
		return order.fate === 'paid'
			? { kind: 'paid', credits: cost, unitPrice, balanceAfter }
			: { kind: 'unknown' };
	}

	async function perform(run: Run, execution: number, limits: SpendingLimits) {
		const { rules } = scenario.executions[execution] ?? { rules: undefined };
		if (!rules) return;
		const stop = new AbortController();
		if (run.isStopped) void moment().then(() => stop.abort());
		const orders = [...run.orders];
		const worker = async () => {
			for (let order = orders.shift(); order; order = orders.shift()) {
				const record: Record = {
					execution,
					order,
					decision: 'stopped',
					reserved: 0,
					charged: 0,
					beside: [],
				};
				records.push(record);
				const sending = { timeoutMs: 1, maxRateLimitWaitMs: 1, signal: stop.signal };
				const decision = await limits.reserve(rules, priceTag(order), sending);
				if (decision.kind === 'stopped') continue;
				record.decision = decision.kind === 'failure' ? decision : 'reserved';
				if (decision.kind === 'failure') continue;
				record.reserved = decision.credits;
				for (const other of inFlight) {
					if (other.order.isArticle !== order.isArticle) continue;
					other.beside.push(record);
					record.beside.push(other);
				}
				inFlight.add(record);
				const outcome = await send(order, record);
				inFlight.delete(record);
				limits.settle(decision, outcome);
			}
		};
		await Promise.all(Array.from({ length: run.parallel }, worker));
	}

	let isComplete = false;
	const all = scenario.executions.flatMap(({ runs }, execution) => {
		const spent = nothingSpent();
		return runs.map(async (run) => {
			await moment();
			const limits = new SpendingLimits(account, spent, ({ signal }) => readBalance(signal));
			await perform(run, execution, limits);
		});
	});
	void Promise.all(all).then(() => {
		isComplete = true;
	});
	await scheduler.waitIdle();
	return { records, balance, isComplete };
}

const fate = fc.constantFrom<Fate>('paid', 'paid', 'refused', 'chargedButLost', 'lostBefore');
const order = fc.record<Order>({
	isArticle: fc.boolean(),
	months: fc.integer({ min: 1, max: 3 }),
	publishedShare: fc.constantFrom(0.1, 0.5, 1),
	fate,
});
const certainOrder = order.map((any): Order => ({ ...any, publishedShare: 1, fate: 'paid' }));
const runOf = (orders: fc.Arbitrary<Order>, isStopped: fc.Arbitrary<boolean>) =>
	fc.record<Run>({
		orders: fc.array(orders, { maxLength: 6 }),
		parallel: fc.integer({ min: 1, max: 4 }),
		isStopped,
	});
const maxCredits = fc.option(fc.integer({ min: 0, max: 150 }), { nil: undefined });

const scenarios = (
	rules: fc.Arbitrary<ItemSpendingLimits>,
	run: fc.Arbitrary<Run>,
	failingReads: fc.Arbitrary<number>,
) =>
	fc.record<Scenario>({
		balance: fc.integer({ min: 0, max: 400 }),
		pricePerMonth: fc.constantFrom(1, 1, 5),
		sites: fc.integer({ min: 1, max: 8 }),
		executions: fc.array(fc.record({ rules, runs: fc.array(run, { maxLength: 3 }) }), {
			maxLength: 3,
		}),
		failingReads,
	});

const anyRun = runOf(order, fc.boolean());
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
/** What an order cost beyond what could be known when it was sent. */
const unforeseen = ({ charged, reserved }: Record) => Math.max(0, charged - reserved);
const SETTINGS = { seed: 20261128, numRuns: caseCount(100, 500) };

test('nobody waits for ever, and nothing stays reserved', async () => {
	const minimumBalance = fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined });
	const scenario = scenarios(fc.record({ maxCredits, minimumBalance }), anyRun, fc.nat(3));
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), scenario, async (scheduler, chosen) => {
			const account = new AccountCredits();
			const { isComplete } = await play(scheduler, chosen, account);
			expect(isComplete).toBe(true);
			expect(account.inFlight.isEmpty).toBe(true);
			expect(account.queue.isEmpty).toBe(true);
		}),
		SETTINGS,
	);
});

test('an order whose price is not known is alone among those of its operation', async () => {
	const rules = fc.record({
		maxCredits: fc.integer({ min: 0, max: 300 }),
		minimumBalance: fc.constant(undefined),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.scheduler(),
			scenarios(rules, anyRun, fc.constant(0)),
			async (scheduler, chosen) => {
				const { records } = await play(scheduler, chosen, new AccountCredits());
				const surprises = records.filter((record) => unforeseen(record) > 0);
				expect(surprises.flatMap(({ beside }) => beside)).toEqual([]);
			},
		),
		SETTINGS,
	);
});

test('Max Credits is exceeded by nothing but the unforeseeable price of orders that went alone', async () => {
	const rules = fc.record({ maxCredits, minimumBalance: fc.constant(undefined) });
	await fc.assert(
		fc.asyncProperty(
			fc.scheduler(),
			scenarios(rules, anyRun, fc.constant(0)),
			async (scheduler, chosen) => {
				const { records } = await play(scheduler, chosen, new AccountCredits());
				for (const [execution, { rules }] of chosen.executions.entries()) {
					const own = records.filter((record) => record.execution === execution);
					const surprises = own.filter((record) => unforeseen(record) > 0);
					const spent = sum(own.map(({ charged }) => charged));
					const { maxCredits: limit = Infinity } = rules;
					expect(spent).toBeLessThanOrEqual(limit + sum(surprises.map(unforeseen)));
					if (limit === Infinity) continue;
					expect(surprises.filter(({ order }) => order.isArticle).length).toBeLessThanOrEqual(1);
				}
			},
		),
		SETTINGS,
	);
});

test('this process does not go below the minimum balance, but for such a price', async () => {
	const rules = { maxCredits: undefined, minimumBalance: 40 };
	await fc.assert(
		fc.asyncProperty(
			fc.scheduler(),
			scenarios(fc.constant(rules), anyRun, fc.nat(2)),
			async (scheduler, chosen) => {
				const { records, balance } = await play(scheduler, chosen, new AccountCredits());
				const least = Math.min(chosen.balance, 40);
				expect(balance).toBeGreaterThanOrEqual(least - sum(records.map(unforeseen)));
			},
		),
		SETTINGS,
	);
});

test('what fits is not refused where prices are known and nothing is lost', async () => {
	const balance = 10_000;
	const rules = fc.record({ maxCredits, minimumBalance: fc.constantFrom(undefined, 9_800, 9_900) });
	const certainRun = runOf(certainOrder, fc.constant(false));
	await fc.assert(
		fc.asyncProperty(
			fc.scheduler(),
			scenarios(rules, certainRun, fc.constant(0)),
			async (scheduler, scenario) => {
				const chosen = { ...scenario, balance };
				const account = new AccountCredits();
				const { sites, pricePerMonth } = chosen;
				const month = { isArticle: false, months: 1, publishedShare: 1, fate: 'paid' } as const;
				account.prices.learn(priceTag({ ...month, isArticle: true }), 10 * sites);
				account.prices.learn(priceTag(month), pricePerMonth);
				const { records, ...end } = await play(scheduler, chosen, account);
				for (const { execution, order, decision } of records) {
					if (decision === 'stopped' || decision === 'reserved') continue;
					const { rules } = chosen.executions[execution] ?? {};
					const price = order.isArticle ? 10 * sites : order.months * pricePerMonth;
					const own = records.filter((record) => record.execution === execution);
					const spent = sum(own.map(({ charged }) => charged));
					const exceeds = spent + price > (rules?.maxCredits ?? Infinity);
					const goesBelow = end.balance - price < (rules?.minimumBalance ?? -Infinity);
					expect(decision.reason === 'maxCredits' ? exceeds : goesBelow).toBe(true);
				}
			},
		),
		SETTINGS,
	);
});
