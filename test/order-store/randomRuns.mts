import { chanceFrom } from '../simulation/chance.mts';
import { EntryTable } from './EntryTable.mts';
import { runsOfTheNode, type StoreFactory } from './programs.mts';
import { RowReader } from './RowReader.mts';
import { newProcess, NOBODY, processOf, type State, type Truth } from './state.mts';
import { SteppedProcess, WORKFLOW_ROW, type Program } from './SteppedProcess.mts';
import { World } from './World.mts';

export interface RandomRuns {
	store: StoreFactory;
	/** Nodes of the processes, a letter each: processes with the same letter run the same node. */
	nodes: string;
	/** Programs of further processes, which take no lock. */
	others?: Program[];
	rounds: number;
	seed: number;
	/** Share of the steps that are crashes instead. */
	crashes?: number;
}

export interface RandomFindings {
	runs: number;
	steps: number;
	orders: number;
	crashes: number;
	violations: number;
	example?: string;
	nuisances: number;
	/** Paid orders that were sent again, because their keys read unknown. */
	resent: number;
}

const KEYS = [...'abcdefghij'];
/** Number of rounds that share a row and the truth about its keys. */
const ROUNDS_TOGETHER = 10;
const RESTARTS = 3;
const SLOT = 600_000;
const RESENDS = 0.15;

/** Runs processes that order ten keys, in a random order of their calls. */
export async function randomRuns(options: RandomRuns): Promise<RandomFindings> {
	const { store, nodes, others = [], rounds, seed, crashes = 0.001 } = options;
	const random = chanceFrom(seed);
	const pick = (count: number) => Math.floor(random() * count);
	const sums: RandomFindings = {
		runs: 0,
		steps: 0,
		orders: 0,
		crashes: 0,
		violations: 0,
		nuisances: 0,
		resent: 0,
	};
	let wallTime = Date.UTC(2026, 0, 1);
	let table = new EntryTable();
	let state: State | undefined;
	let identity = 0;

	for (let round = 0; round < rounds; round += 1) {
		if (round % ROUNDS_TOGETHER === 0 || !state) {
			table = new EntryTable();
			state = undefined;
		}
		const live: SteppedProcess[] = [];
		const mayResend: boolean[] = [];
		const start = async (process: number) => {
			identity += 1;
			const now = wallTime;
			const resends = random() < RESENDS;
			mayResend[process] = resends;
			const node = nodes[process] ?? `without a lock ${process}`;
			const program = others[process - nodes.length] ?? someRuns(resends);
			const one = new SteppedProcess({ program, node, identity, wallTime: () => now, table });
			live[process] = one;
			return newProcess(1, await one.start());
		};
		const processes = [];
		for (let process = 0; process < nodes.length + others.length; process += 1) {
			processes.push(await start(process));
		}
		state = nextRound(state, processes, nodes, others.length);
		const world: World = new World({
			mayResend: (process) => mayResend[process] ?? false,
			outcomes: ['paid', 'paid', 'notCharged', 'unknown'],
			reader: new RowReader(store, table),
			next: async (process, _state, answer) => {
				const step = await live[process]?.answer(answer);
				return { history: 1, step: step ?? { kind: 'end' } };
			},
			onPaidResent: () => {
				sums.resent += 1;
				return true;
			},
		});
		await runRound(world, state, start);
		live.forEach((one) => one.stop());
		if (state.violation !== undefined) {
			sums.violations += 1;
			sums.example ??= state.violation;
			state = undefined;
		} else {
			await countNuisances(state);
		}
		if (random() < 0.5) wallTime += 3 * SLOT;
	}
	return sums;

	function someRuns(resendsUnknown: boolean): Program {
		const nodeRuns = Array.from({ length: 1 + pick(2) }, () => {
			sums.runs += 1;
			const keys = KEYS.filter(() => random() < 0.3);
			return { keys: keys.length > 0 ? keys : KEYS.slice(0, 1), resendsUnknown };
		});
		return runsOfTheNode(store, nodeRuns);
	}

	async function runRound(
		world: World,
		running: State,
		restart: (process: number) => Promise<ReturnType<typeof newProcess>>,
	): Promise<void> {
		let restarts = RESTARTS;
		for (;;) {
			const moves = world.moves(running);
			const move = moves[pick(moves.length)];
			if (!move || running.violation !== undefined) return;
			const { process } = move;
			const { step, isSending } = processOf(running, process);
			const isCrash = random() < crashes;
			if (isCrash) sums.crashes += 1;
			else sums.steps += 1;
			if (!isCrash && step.kind === 'send' && !isSending) sums.orders += 1;
			await world.apply(running, isCrash ? { kind: 'crash', process } : move);
			if (processOf(running, process).isOver && restarts > 0 && random() < 0.5) {
				restarts -= 1;
				for (const [row, owner] of Object.entries(running.owners)) {
					if (owner === process) running.owners[row] = NOBODY;
				}
				running.processes[process] = await restart(process);
			}
		}
	}

	async function countNuisances(done: State): Promise<void> {
		const row = done.rows[WORKFLOW_ROW] ?? null;
		const states = await new RowReader(store, table).states(row, KEYS);
		for (const key of KEYS) {
			if (done.truth[key] !== 'paid' || states.get(key) !== 'unknown') continue;
			sums.nuisances += 1;
			done.truth[key] = 'paidUnrecorded';
		}
	}

	/** Combines new processes with the row and the truth of the previous round. */
	function nextRound(
		before: State | undefined,
		processes: State['processes'],
		lockedNodes: string,
		unlocked: number,
	): State {
		const names = [
			...lockedNodes,
			...Array.from({ length: unlocked }, (_, index) => `${lockedNodes.length + index}`),
		];
		const unsent = (): Record<string, Truth> =>
			Object.fromEntries(KEYS.map((key) => [key, 'unsent']));
		return {
			rows: {
				[WORKFLOW_ROW]: before?.rows[WORKFLOW_ROW] ?? null,
				...Object.fromEntries(names.map((name) => [name, before?.rows[name] ?? null])),
			},
			owners: Object.fromEntries(names.map((name) => [name, NOBODY])),
			processes,
			truth: before?.truth ?? unsent(),
			crashesLeft: 0,
			stallsLeft: 0,
			isNuisance: false,
		};
	}
}
