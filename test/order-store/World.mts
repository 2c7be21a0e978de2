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
	/** True if the process may send unknown orders again. */
	mayResend: (process: number) => boolean;
	outcomes: readonly OrderOutcomeKind[];
	/** True if calls of other nodes may last longer than the wait for a write to settle. */
	neverSettles?: boolean;
	reader: RowReader;
	next(
		process: number,
		state: ProcessState,
		answer: Answer,
	): Promise<{ history: number; step: Step }>;
	/** Counts a paid order that is sent again, because its key read unknown. @returns true if this is allowed */
	onPaidResent?: () => boolean;
}

/** Time in ms of a call that is so slow that another process takes the lock over. */
const STALL = 130_000;

/** Stands for n8n's data and the service. Records a violation if a guarantee of the order store is broken. */
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

	/** Makes a move, which changes the state. Callers that need the old state copy it first. */
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

	/** Gives a process its answer, and runs it to the next step at which other processes may act. */
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

	/** Lets a waiting process take the lock of a process that is still at work. */
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
		// Leaves a row that was deleted after the read deleted, as n8n's update does.
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
			// Keeps a placed order placed: sending it again does not undo it.
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

	/** Checks that the row tells no process a wrong state now. */
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

/** Makes the first half of a call, which only reads. @returns false if the call has nothing to write */
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

/** Lets a wait for a write end after a moment at which no other process is between its read and its write. */
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
