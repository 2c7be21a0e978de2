import type { OrderOutcomeKind } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import type { Entries, Row } from './EntryTable.mts';
import type { Step } from './SteppedProcess.mts';

/**
 * What really became of a key's order: never sent; sent, and nothing heard yet; placed and concluded, or
 * about to be; placed, but the process ended before that was recorded; nobody knows.
 */
export type Truth = 'unsent' | 'sent' | 'paid' | 'paidUnrecorded' | 'unknown';

/** The order was placed, whoever knows of it. */
export function isPlaced(truth: Truth): boolean {
	return truth === 'paid' || truth === 'paidUnrecorded';
}

/** Never free after it was sent, never paid before the order is placed. */
export function isWrong(seen: string | undefined, truth: Truth): boolean {
	return (seen === 'free' && truth !== 'unsent') || (seen === 'paid' && !isPlaced(truth));
}

/** Once only; again where the outcome is not recorded, and the user wants it. */
export function maySend(truth: Truth, mayResend: boolean): boolean {
	if (truth === 'unsent') return true;
	return mayResend && (truth === 'unknown' || truth === 'paidUnrecorded');
}

/** What is true of a key when the answer to its order has come. */
export function afterAnswer(before: Truth, outcome: OrderOutcomeKind): Truth {
	if (outcome === 'paid') return 'paid';
	return outcome === 'unknown' && !isPlaced(before) ? 'unknown' : before;
}

/** The same, where none came. */
export function afterNoAnswer(before: Truth): Truth {
	return isPlaced(before) ? 'paidUnrecorded' : 'unknown';
}

/** A call of n8n's data has read its row; what it will write, and what it will answer. */
export interface HalfCall {
	/** The row was not there: writing means to make it. */
	makesRow: boolean;
	row: Entries;
	known: Entries;
}

export interface ProcessState {
	/** Names everything that it was told so far. */
	history: number;
	step: Step;
	halfCall?: HalfCall;
	/** An order has left, and no answer came yet. */
	isSending: boolean;
	/** Since it began to wait, there was a moment without a half call of another process. */
	hasSettled: boolean;
	isOver: boolean;
	/** Its lock was taken away while it was still at work. */
	isRobbed: boolean;
	truthBefore: Truth;
	/** Keys whose orders were placed, and are not concluded yet. */
	unrecorded: string;
}

export interface State {
	rows: Record<string, Row>;
	/** Who made the row of a node: a process, or one that crashed (`NOBODY`). */
	owners: Record<string, number>;
	processes: ProcessState[];
	truth: Record<string, Truth>;
	crashesLeft: number;
	stallsLeft: number;
	/** A paid key was seen as unknown: not wrong, but a person has to look. */
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

/** A number for the state, of 53 bits: two of three million states share one with a chance of 0.05 %. */
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

/** cyrb53 */
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
