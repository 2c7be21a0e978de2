import type { OrderOutcomeKind } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { EntryTable } from './EntryTable.mts';
import type { StoreFactory } from './programs.mts';
import { RowReader } from './RowReader.mts';
import {
	copyOf,
	newProcess,
	NOBODY,
	numberOf,
	type ProcessState,
	type State,
	type Truth,
} from './state.mts';
import {
	SteppedProcess,
	WORKFLOW_ROW,
	type Answer,
	type Program,
	type Step,
} from './SteppedProcess.mts';
import { World, type Move } from './World.mts';

export interface Configuration {
	store: StoreFactory;
	processes: Array<{
		/** Name of the process's node. Processes with the same name share a lock. */
		node: string;
		program: Program;
		mayResend?: boolean;
		/** Time of the wall clock, in ms; default: `NOW`. */
		wallTime?: number;
	}>;
	/** Entries of the workflow's row at the beginning; null = no row. */
	row: readonly string[] | null;
	/** Truth about each key's order at the beginning. */
	truth: Record<string, Truth>;
	outcomes?: readonly OrderOutcomeKind[];
	crashes?: number;
	/** Limit of times that a process takes the lock from a process that is still at work. */
	stalls?: number;
	/** Node whose lock a crashed process has left behind. */
	lockLeftBy?: string;
	neverSettles?: boolean;
	mostWrites?: number;
}

export interface Findings {
	states: number;
	ends: number;
	violations: number;
	/** Ends at which a paid key reads unknown, or a process has read it so before. */
	nuisances: number;
	example?: string[];
}

export const NOW = Date.UTC(2026, 10, 28, 12, 5);
const MOST_STATES = 5_000_000;

interface Visit {
	state: State;
	path: { from: Visit; move: Move } | undefined;
}

/** Goes through every order in which the calls of the processes can follow each other, with crashes at each step. */
export async function everyInterleaving(configuration: Configuration): Promise<Findings> {
	const table = new EntryTable();
	const replays = new Replays(configuration, table);
	const reader = new RowReader(configuration.store, table);
	const world = new World({
		mayResend: (process) => configuration.processes[process]?.mayResend ?? false,
		outcomes: configuration.outcomes ?? ['paid', 'notCharged', 'unknown'],
		neverSettles: configuration.neverSettles,
		reader,
		next: async (process, { history }, answer) => await replays.next(process, history, answer),
	});
	const findings: Findings = { states: 0, ends: 0, violations: 0, nuisances: 0 };
	const first = await firstState(configuration, table, replays);
	const seen = new Set([numberOf(first)]);
	const open: Visit[] = [{ state: first, path: undefined }];
	for (let visit = open.pop(); visit; visit = open.pop()) {
		const { state } = visit;
		if (state.processes.every(({ isOver }) => isOver)) {
			findings.ends += 1;
			if (await isNuisance(state)) findings.nuisances += 1;
			continue;
		}
		const moves = world.moves(state);
		if (moves.length === 0) throw new Error('Nobody can go on');
		for (const move of moves) {
			const next = copyOf(state);
			await world.apply(next, move);
			const path = { from: visit, move };
			if (next.violation !== undefined) {
				findings.violations += 1;
				findings.example ??= [...told(path), next.violation];
				continue;
			}
			const number = numberOf(next);
			if (seen.has(number)) continue;
			seen.add(number);
			if (seen.size > MOST_STATES) throw new Error(`More than ${MOST_STATES} states`);
			open.push({ state: next, path });
		}
	}
	findings.states = seen.size;
	return findings;

	async function isNuisance(state: State): Promise<boolean> {
		const keys = Object.keys(state.truth);
		const states = await reader.states(state.rows[WORKFLOW_ROW] ?? null, keys);
		const turned = keys.some((key) => state.truth[key] === 'paid' && states.get(key) === 'unknown');
		return turned || state.isNuisance;
	}
}

async function firstState(
	{ processes, row, truth, crashes = 0, stalls = 0, lockLeftBy }: Configuration,
	table: EntryTable,
	replays: Replays,
): Promise<State> {
	const nodes = processes.map(({ node }) => node);
	const states: ProcessState[] = [];
	for (let process = 0; process < processes.length; process += 1) {
		const { history, step } = await replays.start(process);
		states.push(newProcess(history, step));
	}
	const left = (node: string) => (node === lockLeftBy ? table.toEntries(['left behind']) : null);
	return {
		rows: {
			[WORKFLOW_ROW]: row === null ? null : table.toEntries(row),
			...Object.fromEntries(nodes.map((node) => [node, left(node)])),
		},
		owners: Object.fromEntries(nodes.map((node) => [node, NOBODY])),
		processes: states,
		truth: { ...truth },
		crashesLeft: crashes,
		stallsLeft: stalls,
		isNuisance: false,
	};
}

/**
 * Finds the next step of a process after its answers so far. A halted process cannot be copied, so its
 * program runs again from the start. Steps depend only on the answers, so each is found only once.
 */
class Replays {
	private readonly steps = new Map<number, Step>();
	private readonly numbers = new Map<string, number>();
	private readonly answers = new Map<number, { before: number; answer: Answer }>();

	constructor(
		private readonly configuration: Configuration,
		private readonly table: EntryTable,
	) {}

	async start(process: number): Promise<{ history: number; step: Step }> {
		const history = this.numberOf(`${process}`);
		return { history, step: await this.stepAfter(process, history) };
	}

	async next(
		process: number,
		before: number,
		answer: Answer,
	): Promise<{ history: number; step: Step }> {
		const { known, isRefused, count = 0, lock, outcome, took } = answer;
		const text = `${known}${isRefused}${Math.min(count, 1)}${lock}${outcome}${took}`;
		const history = this.numberOf(`${process} ${before} ${text}`);
		if (!this.answers.has(history)) this.answers.set(history, { before, answer });
		return { history, step: await this.stepAfter(process, history) };
	}

	private numberOf(name: string): number {
		const number = this.numbers.get(name) ?? this.numbers.size + 1;
		this.numbers.set(name, number);
		return number;
	}

	private async stepAfter(process: number, history: number): Promise<Step> {
		const known = this.steps.get(history);
		if (known) return known;
		const settings = this.configuration.processes[process];
		if (!settings) throw new Error(`There is no process ${process}`);
		const { program, node, wallTime = NOW } = settings;
		const replay = new SteppedProcess({
			program,
			node,
			identity: process,
			wallTime: () => wallTime,
			table: this.table,
			mostWrites: this.configuration.mostWrites ?? 2,
		});
		let step = await replay.start();
		for (const answer of this.answersUpTo(history)) step = await replay.answer(answer);
		replay.stop();
		this.steps.set(history, step);
		return step;
	}

	private answersUpTo(history: number): Answer[] {
		const answers: Answer[] = [];
		for (let at = this.answers.get(history); at; at = this.answers.get(at.before)) {
			answers.unshift(at.answer);
		}
		return answers;
	}
}

function told(path: Visit['path']): string[] {
	if (!path) return [];
	const { from, move } = path;
	const step = from.state.processes[move.process]?.step.kind;
	const half = from.state.processes[move.process]?.halfCall ? ' (write)' : '';
	const process = 'ABCD'[move.process];
	const what = move.kind === 'step' ? `${step}${half}` : move.kind;
	return [...told(from.path), [process, what, move.outcome ?? move.lock].filter(Boolean).join(' ')];
}
