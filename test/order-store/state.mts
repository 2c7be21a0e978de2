import type { OrderOutcomeKind } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import type { Entries, Row } from './EntryTable.mts';
import type { Step } from './SteppedProcess.mts';

/**
 * Truth about a key's order. `sent`: no answer yet. `paid`: placed, and concluded or about to be.
 * `paidUnrecorded`: placed, but the process crashed before it recorded this. `unknown`: lost answer.
 */
export type Truth = 'unsent' | 'sent' | 'paid' | 'paidUnrecorded' | 'unknown';

export function isPlaced(truth: Truth): boolean {
	return truth === 'paid' || truth === 'paidUnrecorded';
}

/** True if a key that was sent reads free, or a key without a placed order reads paid. */
export function isWrong(seen: string | undefined, truth: Truth): boolean {
	return (seen === 'free' && truth !== 'unsent') || (seen === 'paid' && !isPlaced(truth));
}

/** True if the order is new, or its outcome is not recorded and the user lets it be sent again. */
export function maySend(truth: Truth, mayResend: boolean): boolean {
	if (truth === 'unsent') return true;
	return mayResend && (truth === 'unknown' || truth === 'paidUnrecorded');
}

export function afterAnswer(before: Truth, outcome: OrderOutcomeKind): Truth {
	if (outcome === 'paid') return 'paid';
	return outcome === 'unknown' && !isPlaced(before) ? 'unknown' : before;
}

/** Truth about a key whose process crashed before it recorded an answer. */
export function afterNoAnswer(before: Truth): Truth {
	return isPlaced(before) ? 'paidUnrecorded' : 'unknown';
}

/** A call of n8n's data that has read its row: the row to write, and the known values to answer. */
export interface HalfCall {
	/** True if there was no row, so that the write makes it. */
	makesRow: boolean;
	row: Entries;
	known: Entries;
}

export interface ProcessState {
	/** Number that stands for all answers that the process has had so far. */
	history: number;
	step: Step;
	halfCall?: HalfCall;
	/** True if an order has left, and no answer has come yet. */
	isSending: boolean;
	/** True if its wait had a moment at which no other process was between its read and its write. */
	hasSettled: boolean;
	isOver: boolean;
	/** True if another process took its lock while it was still at work. */
	isRobbed: boolean;
	truthBefore: Truth;
	/** Keys of placed orders that are not concluded yet. */
	unrecorded: string;
}

export interface State {
	rows: Record<string, Row>;
	/** Process that made the row of each node; `NOBODY` = no row, or one that a crash left. */
	owners: Record<string, number>;
	processes: ProcessState[];
	truth: Record<string, Truth>;
	crashesLeft: number;
	stallsLeft: number;
	/** True if a process read a paid key as unknown: not wrong, but a user has to look the order up. */
	isNuisance: boolean;
	violation?: string;
}

export const NOBODY = -1;

export function newProcess(history: number, step: Step): ProcessState {
	return {
		history,
		step,
		isSending: false,
		hasSettled: false,
		isOver: false,
		isRobbed: false,
		truthBefore: 'unsent',
		unrecorded: '',
	};
}

export function copyOf(state: State): State {
	return {
		...state,
		rows: { ...state.rows },
		owners: { ...state.owners },
		processes: state.processes.map((one) => ({ ...one })),
		truth: { ...state.truth },
	};
}

export function processOf(state: State, process: number): ProcessState {
	const one = state.processes[process];
	if (!one) throw new Error(`There is no process ${process}`);
	return one;
}

/** Hashes the state to 53 bits. Among three million states, two share a number with a chance of 0.05 %. */
export function numberOf(state: State): number {
	const parts = [state.crashesLeft, state.stallsLeft, state.isNuisance];
	const rows = Object.entries(state.rows).map(
		([name, row]) => `${row === null ? '-' : `+${row}`}${state.owners[name] ?? ''}`,
	);
	const processes = state.processes.map((one) => {
		const { history, halfCall, isSending, hasSettled, isOver, isRobbed } = one;
		const half = halfCall ? `${halfCall.makesRow ? 'make' : 'write'}${halfCall.row}` : '';
		const flags = [isSending, hasSettled, isOver, isRobbed].map(Number).join('');
		return `${history},${half},${flags}${one.truthBefore}${one.unrecorded}`;
	});
	return hashed([...parts, ...rows, ...processes, ...Object.values(state.truth)].join(';'));
}

/** The hash function cyrb53. */
function hashed(text: string): number {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		high = Math.imul(high ^ code, 2_654_435_761);
		low = Math.imul(low ^ code, 1_597_334_677);
	}
	high =
		Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
	low =
		Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
	return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
