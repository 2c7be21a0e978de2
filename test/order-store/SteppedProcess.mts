import type {
	OptionalDeduplicationHelpers,
	KeyState,
	OrderOutcomeKind,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import { type Entries, type EntryTable } from './EntryTable.mts';

/** The row that all nodes of the workflow share; other rows have the name of their node. */
export const WORKFLOW_ROW = 'workflow';

export type Step =
	| { kind: 'record'; row: string; values: Entries; maxEntries: number }
	| { kind: 'remove'; row: string; values: Entries }
	| { kind: 'count' | 'delete' | 'waitForLock'; row: string }
	| { kind: 'settle' | 'concluded' | 'end' }
	| { kind: 'send'; key: string }
	| { kind: 'read'; states: ReadonlyMap<string, KeyState> };

export interface Answer {
	/** Of the values to record, those that the row had. */
	known?: Entries;
	/** Somebody else made the row at the same moment. */
	isRefused?: boolean;
	count?: number;
	lock?: 'free' | 'abandoned';
	outcome?: OrderOutcomeKind;
	/** How long the call took, in ms. */
	took?: number;
}

/** What a program gets: what n8n gives a node, and the service. */
export interface ProcessTools {
	/** Of this life of this process alone, so that it takes turns with itself only. */
	workflowId: string;
	functions: OptionalDeduplicationHelpers;
	environment: Clock;
	send(key: string): Promise<OrderOutcomeKind>;
	read(states: ReadonlyMap<string, KeyState>): Promise<void>;
	concluded(): Promise<void>;
}

export type Program = (tools: ProcessTools) => Promise<void>;

export interface ProcessSettings {
	program: Program;
	node: string;
	/** Another one for every process. */
	identity: number;
	/** Of the wall clock, in ms. */
	wallTime: () => number;
	table: EntryTable;
	/**
	 * A session under the lock that has to write more often, because others overwrite it, gives up. (The
	 * store does so after ten times, which is too many to go through.)
	 */
	mostWrites?: number;
}

/** A pause that gives way to others; everything longer that is not for the lock lets a write settle. */
const LONGEST_PAUSE = 100;
/** More than a lock may be unchanged for, in ms. */
const UNTIL_ABANDONED = 121_000;

let lives = 0;

/**
 * The real code of a process, halted at each call of n8n's data and each wait, so that somebody else
 * decides what happens in between.
 */
export class SteppedProcess {
	private pending: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
	private onStep: (step: Step) => void = () => {};
	private isStopped = false;
	private clock = 0;
	private draws = 0;
	/** In this session under the lock. */
	private writesLeft = Infinity;
	/** The last call for the lock found it taken. */
	private isLockTaken = false;
	private lockAnswer: Answer['lock'];

	constructor(private readonly settings: ProcessSettings) {}

	async start(): Promise<Step> {
		lives += 1;
		const tools = this.tools(`workflow ${lives}`);
		return await this.nextStep(() => {
			this.settings.program(tools).then(
				() => this.onStep({ kind: 'end' }),
				// A process that was stopped.
				() => {},
			);
		});
	}

	async answer(answer: Answer): Promise<Step> {
		const { pending } = this;
		if (!pending) throw new Error('No step was taken');
		return await this.nextStep(() => {
			this.clock += answer.took ?? 0;
			pending.resolve(answer);
		});
	}

	/** Ends it wherever it is; it does nothing any more. */
	stop(): void {
		this.isStopped = true;
		this.pending?.reject(new Error('The process was stopped'));
	}

	private async nextStep(goOn: () => void): Promise<Step> {
		return await new Promise((resolve) => {
			this.onStep = resolve;
			goOn();
		});
	}

	private async take(step: Step): Promise<Answer> {
		if (this.isStopped) throw new Error('The process was stopped');
		return await new Promise((resolve, reject) => {
			this.pending = { resolve, reject };
			this.onStep(step);
		});
	}

	private tools(workflowId: string): ProcessTools {
		return {
			workflowId,
			functions: this.functions(),
			environment: {
				wallTime: this.settings.wallTime,
				now: () => this.clock,
				random: () => this.random(),
				sleep: async (ms) => await this.sleep(ms),
			},
			send: async (key) => {
				const { outcome } = await this.take({ kind: 'send', key });
				if (!outcome) throw new Error('An order needs an outcome');
				return outcome;
			},
			read: async (states) => void (await this.take({ kind: 'read', states })),
			concluded: async () => void (await this.take({ kind: 'concluded' })),
		};
	}

	private functions(): OptionalDeduplicationHelpers {
		const { table, node } = this.settings;
		const rowOf = (scope: 'node' | 'workflow') => (scope === 'node' ? node : WORKFLOW_ROW);
		return {
			checkProcessedAndRecord: async (items, scope, { maxEntries = Infinity }) => {
				const texts = items.map(String);
				const values = table.toEntries(texts);
				const answer = await this.take({ kind: 'record', row: rowOf(scope), values, maxEntries });
				const isKnown = (text: string) => answer.known?.includes(table.toEntries([text])) ?? false;
				if (scope === 'node') {
					this.isLockTaken = answer.isRefused === true || texts.some(isKnown);
					this.lockAnswer = undefined;
					if (!this.isLockTaken) this.writesLeft = this.settings.mostWrites ?? Infinity;
				}
				if (answer.isRefused) throw new Error('duplicate key value violates unique constraint');
				return {
					new: texts.filter((text) => !isKnown(text)),
					processed: texts.filter(isKnown),
				};
			},
			removeProcessed: async (items, scope) => {
				const values = table.toEntries(items.map(String));
				await this.take({ kind: 'remove', row: rowOf(scope), values });
			},
			clearAllProcessedItems: async (scope) => {
				this.writesLeft = Infinity;
				await this.take({ kind: 'delete', row: rowOf(scope) });
			},
			getProcessedDataCount: async (scope) => {
				// Whether the lock is free was the answer to the wait before.
				if (scope === 'node') return this.lockAnswer === 'abandoned' ? 1 : 0;
				return (await this.take({ kind: 'count', row: rowOf(scope) })).count ?? 0;
			},
		};
	}

	private async sleep(ms: number): Promise<void> {
		if (this.isStopped) throw new Error('The process was stopped');
		if (this.isLockTaken) {
			this.lockAnswer ??= (await this.take({ kind: 'waitForLock', row: this.settings.node })).lock;
			if (this.lockAnswer === 'abandoned') this.clock += UNTIL_ABANDONED;
		} else if (ms > LONGEST_PAUSE) {
			await this.take({ kind: 'settle' });
		}
	}

	/**
	 * Never twice the same, and small, so that the row of the lock has a single entry. The store draws once
	 * for each write that has to stay.
	 */
	private random(): number {
		if (this.writesLeft === 0) throw new Error('Too many writes');
		this.writesLeft -= 1;
		this.draws += 1;
		return (this.settings.identity * 1_000 + this.draws) / 1e9;
	}
}
