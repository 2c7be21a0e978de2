import type {
	DeduplicationHelpers,
	KeyState,
	OrderOutcomeKind,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import { type Entries, type EntryTable } from './EntryTable.mts';

/** Name of the row that all nodes of the workflow share. Each other row has the name of its node. */
export const WORKFLOW_ROW = 'workflow';

export type Step =
	| { kind: 'record'; row: string; values: Entries; maxEntries: number }
	| { kind: 'remove'; row: string; values: Entries }
	| { kind: 'count' | 'delete' | 'waitForLock'; row: string }
	| { kind: 'settle' | 'concluded' | 'end' }
	| { kind: 'send'; key: string }
	| { kind: 'read'; states: ReadonlyMap<string, KeyState> };

export interface Answer {
	/** Values to record that the row had already. */
	known?: Entries;
	/** True if another process made the row at the same moment. */
	isRefused?: boolean;
	count?: number;
	lock?: 'free' | 'abandoned';
	outcome?: OrderOutcomeKind;
	/** Time that the call took, in ms. */
	took?: number;
}

/** Functions that a program calls: n8n's, `send` for the service, `read` and `concluded` to report to the check. */
export interface ProcessTools {
	/** ID of this process alone, because the store lets sessions of one workflow in one JavaScript process take turns. */
	workflowId: string;
	functions: DeduplicationHelpers;
	environment: Clock;
	send(key: string): Promise<OrderOutcomeKind>;
	read(states: ReadonlyMap<string, KeyState>): Promise<void>;
	concluded(): Promise<void>;
}

export type Program = (tools: ProcessTools) => Promise<void>;

export interface ProcessSettings {
	program: Program;
	node: string;
	/** Number of the process, from which its random numbers are made. */
	identity: number;
	/** Reads the wall clock, in ms. */
	wallTime: () => number;
	table: EntryTable;
	/** Limit of `recordForSure` attempts in a session under the lock. The store's own ten make too many cases. */
	mostWrites?: number;
}

/** Longest pause between sessions, in ms. A longer wait, unless for the lock, is for a write to settle. */
const LONGEST_PAUSE = 100;
/** Time in ms after which an unchanged lock counts as abandoned: 120 s and a margin. */
const UNTIL_ABANDONED = 121_000;

let lives = 0;

/**
 * Runs the real code of a process, and halts it at each call of n8n's data and at each wait. The code goes
 * on when the caller gives the answer, so that other processes can act in between.
 */
export class SteppedProcess {
	private pending: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
	private onStep: (step: Step) => void = () => {};
	private isStopped = false;
	private clock = 0;
	private draws = 0;
	private writesLeft = Infinity;
	/** True if another process held the lock when this process last called for it. */
	private isLockTaken = false;
	private lockAnswer: Answer['lock'];

	constructor(private readonly settings: ProcessSettings) {}

	async start(): Promise<Step> {
		lives += 1;
		const tools = this.tools(`workflow ${lives}`);
		return await this.nextStep(() => {
			this.settings.program(tools).then(
				() => this.onStep({ kind: 'end' }),
				// Ignores the error of a stopped process.
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

	private functions(): DeduplicationHelpers {
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
				// Answers from the last `waitForLock`, whose answer told if the lock is free.
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
	 * Returns another number each time, so small that the lock's row gets no padding. The store draws a number
	 * for each attempt of `recordForSure`.
	 */
	private random(): number {
		if (this.writesLeft === 0) throw new Error('Too many writes');
		this.writesLeft -= 1;
		this.draws += 1;
		return (this.settings.identity * 1_000 + this.draws) / 1e9;
	}
}
