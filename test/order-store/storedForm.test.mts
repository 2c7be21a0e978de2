import { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { RowsInMemory } from './RowsInMemory.mts';

/* These texts must not change: a version that does not find the keys of earlier versions pays again. */

interface Stored {
	scope: string;
	mode: unknown;
	/** Recorded texts, without padding and tokens: these are random. */
	items: string[];
}

/** Collects the texts that the store records while a key is claimed and concluded as paid. */
async function storedOf(key: string): Promise<Stored[]> {
	const rows = new RowsInMemory();
	const stored: Stored[] = [];
	const { checkProcessedAndRecord } = rows.functions;
	rows.functions.checkProcessedAndRecord = async (items, scope, options) => {
		const texts = items.map(String).filter((item) => !/^(padding|backlinkPanel write)/.test(item));
		stored.push({ scope, mode: options.mode, items: texts });
		return (await checkProcessedAndRecord?.(items, scope, options)) ?? { new: [], processed: [] };
	};
	const store = new OrderStore(rows.functions, `stored form of ${key}`, {
		...rows.environment,
		wallTime: () => 12_600_000,
	});
	await store.claim([{ key, resendsUnknown: false }]);
	await store.conclude([{ key, outcome: 'paid' }]);
	return stored;
}

test('the lock is a row of the node, everything else is in the row of the workflow', async () => {
	const stored = await storedOf('key');
	expect(new Set(stored.map(({ mode }) => mode))).toEqual(new Set(['entries']));
	const ofNode = stored.filter(({ scope }) => scope === 'node');
	expect(ofNode.map(({ items }) => items)).toEqual([
		['backlinkPanel lock'],
		['backlinkPanel lock'],
	]);
});

test('the row of the workflow gets these entries for a key', async () => {
	const stored = await storedOf('a "key"');
	const texts = stored.flatMap(({ scope, items }) => (scope === 'workflow' ? items : []));
	const ofKey = [
		...['paid0', 'paid1', 'sent', 'unknown0', 'unknown1', 'unknown2', 'unknown3'],
		// 12,600 s are 21 slots of ten minutes.
		...['claimed20', 'claimed21', 'claimed22'],
	].map((mark) => String.raw`backlinkPanel ${mark} "a \"key\""`);
	const ofRow = ['backlinkPanel first0', 'backlinkPanel first1'];
	expect([...new Set(texts)].sort()).toEqual([...ofRow, ...ofKey].sort());
});
