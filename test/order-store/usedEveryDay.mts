import { MOST_KEYS_PER_CLAIM } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { chanceFrom } from '../simulation/chance.mts';
import type { StoreFactory } from './programs.mts';
import { RowsInMemory } from './RowsInMemory.mts';

/** Keys that come back every day, and new ones of each day: 10,000 in a day and the day before. */
const EVERY_DAY = 9_000;
const NEW_EACH_DAY = 500;

export interface DailyUse {
	lookUps: number;
	crashes: number;
	/** How often a key was forgotten although it was used the day before. */
	forgotten: number;
}

/** @param crashes how often a look-up of some keys ends with a crash, and is made again */
export async function usedEveryDay(
	createStore: StoreFactory,
	days: number,
	crashes: number,
): Promise<DailyUse> {
	const random = chanceFrom(1);
	const rows = new RowsInMemory();
	const sums: DailyUse = { lookUps: 0, crashes: 0, forgotten: 0 };
	const placed = new Set<string>();

	for (let day = 0; day < days; day += 1) {
		const keys = [...named('row', EVERY_DAY), ...named(`new on day ${day}`, NEW_EACH_DAY)];
		for (let from = 0; from < keys.length; from += MOST_KEYS_PER_CLAIM) {
			const some = keys.slice(from, from + MOST_KEYS_PER_CLAIM);
			if (random() < crashes) await order(some, Math.floor(random() * 12));
			await order(some, Infinity);
		}
	}
	return sums;

	async function order(keys: string[], callsUntilCrash: number): Promise<void> {
		rows.callsUntilCrash = callsUntilCrash;
		const store = createStore(rows.functions, 'workflow used every day', rows.environment);
		const claims = keys.map((key) => ({ key, resendsUnknown: false }));
		const states = await store.claim(claims).catch(() => new Map());
		sums.lookUps += states.size;
		for (const [key, state] of states) {
			if (state === 'free' && placed.has(key)) sums.forgotten += 1;
		}
		const granted = keys.filter((key) => states.get(key) === 'free');
		for (const key of granted) placed.add(key);
		const outcomes = granted.map((key) => ({ key, outcome: 'paid' as const }));
		await store.conclude(outcomes).catch(() => {});
		if (rows.hasCrashed) sums.crashes += 1;
		rows.restart();
	}
}

function named(prefix: string, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}
