import {
	entryChangesByOutcome,
	entriesOfKey,
	evaluateLookup,
	isProvenPaid,
	type KeyLookup,
} from '../../nodes/BacklinkPanel/orders/store/keyEntries.ts';

/** In the slot of ten minutes that has the number 21. */
const entries = entriesOfKey('key', 12_600_000);
const { paid, sent, unknown, claimed } = entries;

const entriesWith = (marks: string): string[] =>
	marks.split(' ').flatMap((mark) => (mark === '' ? [] : [`backlinkPanel ${mark} "key"`]));

/** What the row has of the key, each entry by its mark alone. */
class Row {
	private readonly row: Set<string>;

	constructor(marks: string) {
		this.row = new Set(entriesWith(marks));
	}

	get marks(): string {
		const marks = [...this.row].map((entry) => entry.split(' ')[1] ?? '');
		return marks.sort().join(' ');
	}

	/** @returns what was there before */
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
	['one that was looked up before', 'sent paid0', 'paid', 'paid1 sent'],
	['one whose look-up crashed after its first question', 'sent paid0 paid1', 'paid', 'paid1 sent'],
	['one of which others have taken both marks', 'sent', 'paid', 'paid1 sent'],
	[
		'a look-up of a new key that crashed after its first question',
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
])('a look-up that finds %s (%s): %s', (_, before, state, after) => {
	const row = new Row(before);
	expect(row.lookUp().state).toBe(state);
	expect(row.marks).toBe(after);
});

test('a key whose outcome is unknown is claimed to be sent again, unless another one is sending it', () => {
	const row = new Row('sent unknown0 unknown1 unknown2');
	expect(row.lookUp(true).state).toBe('unknown');
	expect(row.marks).toBe('claimed21 sent unknown1 unknown2 unknown3');
	expect(row.lookUp(true).state).toBe('inFlight');
	expect(row.marks).toBe('claimed21 sent unknown0 unknown2 unknown3');
});

describe('an order that was claimed and is', () => {
	test.each([
		['paid', 'paid1 sent', 'paid'],
		['unknown', 'sent unknown0 unknown1 unknown2', 'unknown'],
		['notCharged', '', 'free'],
	] as const)('%s leaves “%s”, and is %s to the next one', (outcome, left, state) => {
		const row = new Row('sent unknown0 unknown1 unknown2 claimed21');
		row.conclude(outcome);
		expect(row.marks).toBe(left);
		expect(row.lookUp().state).toBe(state);
	});

	test.each([
		['paid', 'paid1 sent'],
		['unknown', 'sent unknown0 unknown1 unknown2'],
	] as const)('%s leaves that too where others have overwritten its claim', (outcome, left) => {
		const row = new Row('');
		row.conclude(outcome);
		expect(row.marks).toBe(left);
	});
});
