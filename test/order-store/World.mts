import type { OrderOutcomeKind } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { knownOf, without } from './EntryTable.mts';
import type { RowReader } from './RowReader.mts';
import {
	afterAnswer,
	afterNoAnswer,
	isPlaced,
	isWrong,
	maySend,
	NOBODY,
	processOf,
	type HalfCall,
	type ProcessState,
	type State,
} from './state.mts';
import { WORKFLOW_ROW, type Answer, type Step } from './SteppedProcess.mts';

export interface Move {
	kind: 'step' | 'crash' | 'rob';
	process: number;
	outcome?: OrderOutcomeKind;
	lock?: Answer['lock'];
}

export interface WorldSettings {
	/** Of every process: whether it may send what is unknown. */
	mayResend: (process: number) => boolean;
	outcomes: readonly OrderOutcomeKind[];
	/** Assumption A does not hold: a wait may be over before the calls of others are. */
	neverSettles?: boolean;
	reader: RowReader;
	next(
		process: number,
		state: ProcessState,
		answer: Answer,
	): Promise<{ history: number; step: Step }>;
	/** A paid key was sent again, because it read unknown: on the safe side, and counted. */
	onPaidResent?: () => boolean;
}

/** How long a call takes, in ms, during which the lock is taken for abandoned. */
const STALL = 130_000;

/** The rules of the world: n8n's data, the service, and what must never be true. */
export class World {
	constructor(private readonly settings: WorldSettings) {}

	moves(state: State): Move[] {
		const moves: Move[] = [];
		state.processes.forEach((one, process) => {
			if (one.isOver) return;
			const { step } = one;
			if (step.kind === 'send') {
				if (!one.isSending) moves.push({ kind: 'step', process });
				else
					for (const outcome of this.settings.outcomes)
						moves.push({ kind: 'step', process, outcome });
			} else if (step.kind === 'settle') {
				if (one.hasSettled || this.settings.neverSettles) moves.push({ kind: 'step', process });
			} else if (step.kind === 'waitForLock') {
				moves.push(...waitsForLock(state, process, step.row));
			} else {
				moves.push({ kind: 'step', process });
			}
			if (state.crashesLeft > 0) moves.push({ kind: 'crash', process });
		});
		return moves;
	}

	/** Changes the state; keep a copy where the old one is needed. */
	async apply(state: State, move: Move): Promise<void> {
		const one = processOf(state, move.process);
		if (move.kind === 'crash') {
			state.crashesLeft -= 1;
			end(state, move.process);
		} else if (move.kind === 'rob') {
			await this.rob(state, move.process);
		} else if (one.step.kind === 'send') {
			await this.send(state, move, one.step.key);
		} else if (one.step.kind === 'record' || one.step.kind === 'remove') {
			if (one.halfCall) await this.write(state, move.process, one.halfCall);
			else if (!readRow(state, one)) await this.goOn(state, move.process, {});
		} else if (one.step.kind === 'count') {
			const count = state.rows[one.step.row]?.length ?? 0;
			await this.goOn(state, move.process, { count });
		} else {
			if (one.step.kind === 'delete') setRow(state, one.step.row, null, NOBODY);
			await this.goOn(state, move.process, { lock: move.lock });
		}
		noticeSettled(state);
		await this.check(state);
	}

	/** Goes on after an answer, up to the next step that takes time. */
	private async goOn(state: State, process: number, answer: Answer): Promise<void> {
		const one = processOf(state, process);
		const took = one.isRobbed ? STALL : 0;
		let { history, step } = await this.settings.next(process, one, { ...answer, took });
		while (step.kind === 'read' || step.kind === 'concluded') {
			if (step.kind === 'read') this.checkRead(state, step.states);
			else one.unrecorded = '';
			({ history, step } = await this.settings.next(process, { ...one, history }, {}));
		}
		Object.assign(one, { history, step, hasSettled: false, halfCall: undefined });
		if (step.kind === 'end') end(state, process);
	}

	/** The one that waits takes the lock of a process that is still at work. */
	private async rob(state: State, process: number): Promise<void> {
		const { step } = processOf(state, process);
		if (step.kind !== 'waitForLock') throw new Error('Only who waits for the lock takes it');
		state.stallsLeft -= 1;
		processOf(state, state.owners[step.row] ?? NOBODY).isRobbed = true;
		await this.goOn(state, process, { lock: 'abandoned' });
	}

	private async write(state: State, process: number, half: HalfCall): Promise<void> {
		const { step } = processOf(state, process);
		if (step.kind !== 'record' && step.kind !== 'remove') throw new Error('Nothing to write');
		const isThere = state.rows[step.row] !== null;
		if (half.makesRow && isThere) return await this.goOn(state, process, { isRefused: true });
		// A row that was deleted meanwhile does not come back.
		if (half.makesRow) setRow(state, step.row, half.row, process);
		else if (isThere) state.rows[step.row] = half.row;
		await this.goOn(state, process, { known: half.known });
	}

	private async send(state: State, { process, outcome }: Move, key: string): Promise<void> {
		const one = processOf(state, process);
		const truth = state.truth[key] ?? 'unsent';
		if (!one.isSending) {
			const isAllowed =
				maySend(truth, this.settings.mayResend(process)) ||
				(truth === 'paid' && this.settings.onPaidResent?.() === true);
			if (!isAllowed) state.violation ??= `key ${key} (${truth}) was sent again`;
			Object.assign(one, { isSending: true, truthBefore: truth });
			// An order that was placed stays placed, whatever becomes of another one.
			if (!isPlaced(truth)) state.truth[key] = 'sent';
			return;
		}
		one.isSending = false;
		if (!outcome) throw new Error('An order needs an outcome');
		state.truth[key] = afterAnswer(one.truthBefore, outcome);
		if (outcome === 'paid') one.unrecorded += key;
		await this.goOn(state, process, { outcome });
	}

	private checkRead(state: State, states: ReadonlyMap<string, string>): void {
		for (const [key, seen] of states) {
			const truth = state.truth[key] ?? 'unsent';
			if (isWrong(seen, truth)) state.violation ??= `key ${key} (${truth}) was seen as ${seen}`;
			if (seen === 'unknown' && truth === 'paid') state.isNuisance = true;
		}
	}

	/** What the row says now, whoever looks. */
	private async check(state: State): Promise<void> {
		if (state.violation !== undefined) return;
		const row = state.rows[WORKFLOW_ROW] ?? null;
		const states = await this.settings.reader.states(row, Object.keys(state.truth));
		for (const [key, truth] of Object.entries(state.truth)) {
			const seen = states.get(key);
			if (isWrong(seen, truth)) state.violation ??= `key ${key} (${truth}) reads ${seen}`;
		}
	}
}

function waitsForLock(state: State, process: number, row: string): Move[] {
	const owner = state.owners[row] ?? NOBODY;
	if (state.rows[row] === null) return [{ kind: 'step', process, lock: 'free' }];
	if (owner === NOBODY || processOf(state, owner).isOver) {
		return [{ kind: 'step', process, lock: 'abandoned' }];
	}
	return state.stallsLeft > 0 ? [{ kind: 'rob', process, lock: 'abandoned' }] : [];
}

/** The first half of a call. @returns false if there is nothing to write */
function readRow(state: State, one: ProcessState): boolean {
	const { step } = one;
	if (step.kind !== 'record' && step.kind !== 'remove') return false;
	const row = state.rows[step.row] ?? null;
	if (step.kind === 'remove') {
		if (row === null) return false;
		one.halfCall = { makesRow: false, row: without(row, step.values), known: '' };
		return true;
	}
	const known = knownOf(step.values, row);
	const whole = (row ?? '') + without(step.values, known);
	one.halfCall = { makesRow: row === null, row: whole.slice(-step.maxEntries), known };
	return true;
}

function setRow(state: State, name: string, row: State['rows'][string], owner: number): void {
	state.rows[name] = row;
	state.owners[name] = owner;
}

/** Who lets a write settle sees a moment at which no call of another is between its two halves. */
function noticeSettled(state: State): void {
	state.processes.forEach((one, process) => {
		if (one.isOver || one.hasSettled || one.step.kind !== 'settle') return;
		one.hasSettled = state.processes.every(
			(other, index) => index === process || other.isOver || other.isRobbed || !other.halfCall,
		);
	});
}

function end(state: State, process: number): void {
	const one = processOf(state, process);
	const { step } = one;
	if (one.isSending && step.kind === 'send') {
		state.truth[step.key] = afterNoAnswer(one.truthBefore);
	}
	for (const key of one.unrecorded) state.truth[key] = 'paidUnrecorded';
	Object.assign(one, {
		isOver: true,
		halfCall: undefined,
		isSending: false,
		unrecorded: '',
		history: 0,
	});
}
