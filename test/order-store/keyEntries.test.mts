import {
	entryChangesByOutcome,
	entriesOfKey,
	evaluateLookup,
	isProvenPaid,
	type KeyLookup,
} from '../../nodes/BacklinkPanel/orders/store/keyEntries.ts';

/** Entries in time slot 21: 12,600 s are 21 slots of ten minutes. */
const entries = entriesOfKey('key', 12_600_000);
const { paid, sent, unknown, claimed } = entries;

const entriesWith = (marks: string): string[] =>
	marks.split(' ').flatMap((mark) => (mark === '' ? [] : [`backlinkPanel ${mark} "key"`]));

/** Entries of the key in the row. `marks` are their names, such as `paid0`. */
class Row {
	private readonly row: Set<string>;

	constructor(marks: string) {
		this.row = new Set(entriesWith(marks));
	}

	get marks(): string {
		const marks = [...this.row].map((entry) => entry.split(' ')[1] ?? '');
		return marks.sort().join(' ');
	}

	/** @returns the values that the row had before */
	private record(values: readonly string[]): Set<string> {
		const known = values.filter((value) => this.row.has(value));
		for (const value of values) this.row.add(value);
		return new Set(known);
	}

	private remove(values: readonly string[]): void {
		for (const value of values) this.row.delete(value);
	}

	lookUp(resendsUnknown = false): KeyLookup {
		const first = this.record(paid);
		const others = isProvenPaid(entries, first) ? [] : [...unknown, ...claimed];
		const second = this.record([...paid, sent, ...others]);
		const found = evaluateLookup(entries, first, second, resendsUnknown);
		this.remove(found.obsolete);
		return found;
	}

	conclude(outcome: keyof typeof entryChangesByOutcome): void {
		const { lasting, obsolete } = entryChangesByOutcome[outcome](entries);
		this.record(lasting);
		this.remove(obsolete);
	}
}

test.each([
	['nothing', '', 'free', 'claimed21 sent unknown0 unknown1 unknown2'],
	['a paid order', 'sent paid1', 'paid', 'paid0 sent'],
	['a paid order that was looked up before', 'sent paid0', 'paid', 'paid1 sent'],
	['a paid order whose lookup crashed after step 1', 'sent paid0 paid1', 'paid', 'paid1 sent'],
	['a paid order whose `paid` entries other nodes have removed', 'sent', 'paid', 'paid1 sent'],
	[
		'a new key whose lookup crashed after step 1',
		'paid0 paid1',
		'unknown',
		'sent unknown0 unknown1 unknown2 unknown3',
	],
	[
		'a claim of this slot',
		'sent unknown0 unknown1 unknown2 claimed21',
		'inFlight',
		'claimed21 sent unknown1 unknown2 unknown3',
	],
	[
		'a claim of the slot before',
		'sent unknown0 unknown1 unknown2 claimed20',
		'inFlight',
		'claimed20 sent unknown1 unknown2 unknown3',
	],
	[
		'a claim by a clock that is ahead',
		'sent unknown0 unknown1 unknown2 claimed22',
		'inFlight',
		'claimed22 sent unknown1 unknown2 unknown3',
	],
	[
		'a claim of two slots ago',
		'sent unknown0 unknown1 unknown2 claimed19',
		'unknown',
		'claimed19 sent unknown1 unknown2 unknown3',
	],
])('a lookup that finds %s (%s): %s', (_, before, state, after) => {
	const row = new Row(before);
	expect(row.lookUp().state).toBe(state);
	expect(row.marks).toBe(after);
});

test('an unknown key is claimed to be sent again, unless another process is sending its order', () => {
	const row = new Row('sent unknown0 unknown1 unknown2');
	expect(row.lookUp(true).state).toBe('unknown');
	expect(row.marks).toBe('claimed21 sent unknown1 unknown2 unknown3');
	expect(row.lookUp(true).state).toBe('inFlight');
	expect(row.marks).toBe('claimed21 sent unknown0 unknown2 unknown3');
});

describe('a claimed order whose outcome is', () => {
	test.each([
		['paid', 'paid1 sent', 'paid'],
		['unknown', 'sent unknown0 unknown1 unknown2', 'unknown'],
		['notCharged', '', 'free'],
	] as const)('%s leaves “%s”, and reads %s at the next lookup', (outcome, left, state) => {
		const row = new Row('sent unknown0 unknown1 unknown2 claimed21');
		row.conclude(outcome);
		expect(row.marks).toBe(left);
		expect(row.lookUp().state).toBe(state);
	});

	test.each([
		['paid', 'paid1 sent'],
		['unknown', 'sent unknown0 unknown1 unknown2'],
	] as const)('%s leaves “%s” even if other nodes have overwritten its claim', (outcome, left) => {
		const row = new Row('');
		row.conclude(outcome);
		expect(row.marks).toBe(left);
	});
});
