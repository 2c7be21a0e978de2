import type { OrderOutcomeKind } from '../orderOutcome';

/** Length of a time slot in ms. A claim entry contains the slot of its claim, which tells its age. */
const SLOT_MS = 600_000;

/** Entries that the order store may hold for a key. */
export interface KeyEntries {
	key: string;
	/**
	 * If the order is paid, one of these two entries is in the row. Each lookup removes it and adds the other
	 * one at the end of the row, where n8n keeps it longest.
	 */
	paid: readonly [string, string];
	/** Entry that is added when the key is claimed, before the order is sent. It stays until the key is given back. */
	sent: string;
	/**
	 * While the outcome is unknown, three of these are in the row: a single one could get lost in concurrent
	 * lookups. Each lookup adds the fourth and removes the oldest.
	 */
	unknown: readonly string[];
	/** Claim entries of this time slot, of the previous one, and of the next: another clock may be ahead. */
	claimed: readonly [string, string, string];
}

/** Makes the texts of a key's entries. @param time wall clock in ms, for the entries that name a time slot */
export function entriesOfKey(key: string, time: number): KeyEntries {
	// JSON escapes lone surrogates. In UTF-8, which n8n hashes, all of them are equal.
	const entry = (kind: string) => `backlinkPanel ${kind} ${JSON.stringify(key)}`;
	const slot = Math.floor(time / SLOT_MS);
	return {
		key,
		paid: [entry('paid0'), entry('paid1')],
		sent: entry('sent'),
		unknown: [0, 1, 2, 3].map((index) => entry(`unknown${index}`)),
		claimed: [entry(`claimed${slot}`), entry(`claimed${slot - 1}`), entry(`claimed${slot + 1}`)],
	};
}

/** State of a key before a lookup. A lookup claims `free` keys. `inFlight`: claimed up to 20 minutes ago. */
export type KeyState = 'free' | 'paid' | 'unknown' | 'inFlight';

export interface KeyLookup {
	key: string;
	state: KeyState;
	/** Entries to remove after the lookup: it added them without need, or replaced them by newer ones. */
	obsolete: readonly string[];
	/** True if the lookup did not move the key's entries to the end of the row, where n8n keeps them longest. */
	isUnmoved?: boolean;
	/** True if the removal of `obsolete` is checked: if they came back, the paid key would look unknown. */
	isObsoleteMisleading?: boolean;
}

/** True if the first step of a lookup, whose result is `first`, proves that the order is paid. */
export function isProvenPaid({ paid }: KeyEntries, first: Set<string>): boolean {
	return first.has(paid[0]) !== first.has(paid[1]);
}

/**
 * True if another node may be looking the key up now, or may have crashed doing so. The caller waits:
 * otherwise each of two nodes could take the other for the owner of the key.
 */
export function mayHaveConcurrentLookup({ paid }: KeyEntries, first: Set<string>): boolean {
	return paid.every((entry) => first.has(entry));
}

/**
 * Finds the state of a key. README.md explains the entries and the two steps of a lookup.
 *
 * @param first entries that the row had before the first step
 * @param second entries that the row had before the second step
 * @param resendsUnknown true if the caller takes a key whose order is unknown
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
	const present = unknown.filter((entry) => second.has(entry));
	if (present.length > 0 || (hadBothPaid && !second.has(sent))) {
		const newClaims = claimed.filter((entry) => !second.has(entry));
		const state = newClaims.length < claimed.length ? 'inFlight' : 'unknown';
		const isGranted = resendsUnknown && state === 'unknown';
		const replaced = present.length < unknown.length - 1 ? [] : [oldestOf(unknown, present)];
		const unneeded = isGranted ? newClaims.slice(1) : newClaims;
		const obsolete = [...paid, ...replaced, ...unneeded];
		return { key, state, obsolete, isUnmoved: present.length === unknown.length };
	}
	if (second.has(sent)) {
		const obsolete = [paid[0], ...unknown, ...claimed];
		return { key, state: 'paid', obsolete, isUnmoved: hadBothPaid, isObsoleteMisleading: true };
	}
	return { key, state: 'free', obsolete: [...paid, ...unknown.slice(-1), ...claimed.slice(1)] };
}

/** Finds the oldest of the `unknown` entries in the row. Lookups add them in turn: it follows a missing entry. */
function oldestOf(unknown: readonly string[], present: readonly string[]): string {
	const missing = unknown.findIndex((entry) => !present.includes(entry));
	return unknown[(missing + 1) % unknown.length] ?? '';
}

/** Entries to record and to remove after an outcome. An uncharged order frees its key. */
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
