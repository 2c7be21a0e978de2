import type { OrderOutcomeKind } from '../orderOutcome';

/** Claims are told apart by slots of the wall clock, in ms. */
const SLOT = 600_000;

/** What the workflow's row may hold of a key. */
export interface KeyEntries {
	key: string;
	/** One of the two is there while the order is paid; a look-up exchanges them. */
	paid: readonly [string, string];
	/** The key was claimed. */
	sent: string;
	/**
	 * Three of these four are present while the outcome is unknown. Each lookup rotates one. Four, so that
	 * concurrent lookups cannot remove the last one.
	 */
	unknown: readonly string[];
	/** In this slot, by the caller; in the one before; in the next one, by a clock that is ahead. */
	claimed: readonly [string, string, string];
}

/** @param time of the wall clock, in ms */
export function entriesOfKey(key: string, time: number): KeyEntries {
	// As JSON, halves of surrogate pairs stay different when n8n hashes the text.
	const entry = (mark: string) => `backlinkPanel ${mark} ${JSON.stringify(key)}`;
	const slot = Math.floor(time / SLOT);
	return {
		key,
		paid: [entry('paid0'), entry('paid1')],
		sent: entry('sent'),
		unknown: [0, 1, 2, 3].map((index) => entry(`unknown${index}`)),
		claimed: [entry(`claimed${slot}`), entry(`claimed${slot - 1}`), entry(`claimed${slot + 1}`)],
	};
}

/**
 * Nothing known, and now claimed by the caller · paid · outcome unknown · claimed by another one up to 20
 * minutes ago.
 */
export type KeyState = 'free' | 'paid' | 'unknown' | 'inFlight';

export interface KeyLookup {
	key: string;
	state: KeyState;
	/** What the look-up has recorded and the state does not need, and what it has replaced. */
	obsolete: readonly string[];
	/** Nothing of the key was new to the row, so that it has not moved to the row's end. */
	isUnmoved?: boolean;
	/** A paid key would read unknown with what is obsolete, after one more crash. */
	isObsoleteMisleading?: boolean;
}

/** Whether the first question of a look-up was enough. */
export function isProvenPaid({ paid }: KeyEntries, first: Set<string>): boolean {
	return first.has(paid[0]) !== first.has(paid[1]);
}

/**
 * Whether another node may be looking the key up, of which nobody can tell from a crash: both then took
 * the other for one that has claimed it. If it is one, it has gone on when its write has settled.
 */
export function mayHaveConcurrentLookUp({ paid }: KeyEntries, first: Set<string>): boolean {
	return paid.every((entry) => first.has(entry));
}

/**
 * What a look-up has found. It records what it asks for, first the two `paid`, then `sent` and, unless
 * the key is paid, all others; so it tells a state from what a look-up that crashed has left in the row.
 *
 * @param first the values that the row had at the first question
 * @param second the same for the second question
 * @param resendsUnknown whether the caller takes a key whose outcome is unknown
 */
export function evaluateLookup(
	entries: KeyEntries,
	first: Set<string>,
	second: Set<string>,
	resendsUnknown: boolean,
): KeyLookup {
	const { key, paid, sent, unknown, claimed } = entries;
	if (isProvenPaid(entries, first)) {
		const replaced = paid.filter((entry) => first.has(entry));
		return { key, state: 'paid', obsolete: [...replaced, ...unknown] };
	}
	const hadBothPaid = first.has(paid[0]);
	const marks = unknown.filter((entry) => second.has(entry));
	if (marks.length > 0 || (hadBothPaid && !second.has(sent))) {
		const newClaims = claimed.filter((entry) => !second.has(entry));
		const state = newClaims.length < claimed.length ? 'inFlight' : 'unknown';
		const isGranted = resendsUnknown && state === 'unknown';
		const replaced = marks.length < unknown.length - 1 ? [] : [oldestOf(unknown, marks)];
		const unneeded = isGranted ? newClaims.slice(1) : newClaims;
		const obsolete = [...paid, ...replaced, ...unneeded];
		return { key, state, obsolete, isUnmoved: marks.length === unknown.length };
	}
	if (second.has(sent)) {
		const obsolete = [paid[0], ...unknown, ...claimed];
		return { key, state: 'paid', obsolete, isUnmoved: hadBothPaid, isObsoleteMisleading: true };
	}
	return { key, state: 'free', obsolete: [...paid, ...unknown.slice(-1), ...claimed.slice(1)] };
}

/** They take turns: the one after the missing one was recorded first. */
function oldestOf(unknown: readonly string[], marks: readonly string[]): string {
	const missing = unknown.findIndex((entry) => !marks.includes(entry));
	return unknown[(missing + 1) % unknown.length] ?? '';
}

/** What an outcome leaves in the row, and what it removes. A key that was not charged is free again. */
export const entryChangesByOutcome: Record<
	OrderOutcomeKind,
	(entries: KeyEntries) => { lasting: readonly string[]; obsolete: readonly string[] }
> = {
	paid: ({ paid, sent, unknown, claimed }) => ({
		lasting: [sent, paid[1]],
		obsolete: [paid[0], ...unknown, ...claimed],
	}),
	notCharged: ({ paid, sent, unknown, claimed }) => ({
		lasting: [],
		obsolete: [...paid, sent, ...unknown, ...claimed],
	}),
	unknown: ({ sent, unknown, claimed }) => ({
		lasting: [sent, ...unknown.slice(0, -1)],
		obsolete: claimed,
	}),
};
