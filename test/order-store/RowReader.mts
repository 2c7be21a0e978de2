import type {
	DeduplicationHelpers,
	KeyState,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { type EntryTable, knownOf, type Row, without } from './EntryTable.mts';
import type { StoreFactory } from './programs.mts';

/** Time in ms on the wall clock at which all claims are too old to count. */
const MUCH_LATER = Date.UTC(2030, 0, 1);

let lookUps = 0;

/** Reads states of keys from a copy of a row, with the store's own lookup, as a later process alone would. */
export class RowReader {
	private readonly known = new Map<string, ReadonlyMap<string, KeyState | 'refused'>>();

	constructor(
		private readonly createStore: StoreFactory,
		private readonly table: EntryTable,
	) {}

	async states(
		row: Row,
		keys: readonly string[],
	): Promise<ReadonlyMap<string, KeyState | 'refused'>> {
		const name = `${row === null ? '-' : `+${row}`}`;
		let states = this.known.get(name);
		if (!states) {
			states = await this.lookUp(row, keys);
			this.known.set(name, states);
		}
		return states;
	}

	private async lookUp(
		row: Row,
		keys: readonly string[],
	): Promise<ReadonlyMap<string, KeyState | 'refused'>> {
		lookUps += 1;
		const store = this.createStore(this.functionsOn(row), `look-up ${lookUps}`, {
			wallTime: () => MUCH_LATER,
			now: () => 0,
			random: () => 0,
			sleep: async () => {},
		});
		const claims = keys.map((key) => ({ key, resendsUnknown: false }));
		return await store.claim(claims).catch(() => new Map(keys.map((key) => [key, 'refused'])));
	}

	private functionsOn(row: Row): DeduplicationHelpers {
		const { table } = this;
		let current = row;
		return {
			checkProcessedAndRecord: async (items, scope) => {
				if (scope === 'node') return { new: items, processed: [] };
				const values = table.toEntries(items.map(String));
				const known = knownOf(values, current);
				current = (current ?? '') + without(values, known);
				return {
					new: table.toTexts(without(values, known)),
					processed: table.toTexts(known),
				};
			},
			removeProcessed: async (items) => {
				current = without(current ?? '', table.toEntries(items.map(String)));
			},
			clearAllProcessedItems: async () => {},
			getProcessedDataCount: async () => current?.length ?? 0,
		};
	}
}
