import type { Scheduler } from 'fast-check';

import type {
	OptionalDeduplicationHelpers,
	OrderStoreEnvironment,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';

export interface ScheduledProcess {
	functions: OptionalDeduplicationHelpers;
	environment: OrderStoreEnvironment;
	/** Something else may happen now, or the process may crash: then this never returns. */
	step(): Promise<void>;
}

/** Two looks at a lock that nobody will give back make it as old as an abandoned one. */
const AGES_BY = 61_000;

/**
 * n8n's data for several processes. A call reads its row, and writes it back as a whole; a scheduler
 * decides what happens in between.
 */
export class ScheduledRows {
	private readonly rows = new Map<string, readonly string[]>();
	/** Which process made the row of a node. */
	private readonly owners = new Map<string, number>();
	private draws = 0;
	/** Calls between reading and writing, with their processes. */
	private readonly halfCalls = new Map<symbol, number>();

	/** @param stepsLeft until a process crashes */
	constructor(
		private readonly scheduler: Scheduler,
		private readonly stepsLeft: number[],
	) {}

	process(process: number, node: string, wallClock: number): ScheduledProcess {
		const rowOf = (scope: string) => (scope === 'node' ? node : 'workflow');
		let clock = 0;
		return {
			step: async () => await this.step(process),
			functions: {
				checkProcessedAndRecord: async (items, scope) => {
					const texts = items.map(String);
					const row = rowOf(scope);
					await this.step(process);
					const before = this.rows.get(row);
					const added = texts.filter((text) => before?.includes(text) !== true);
					await this.half(process);
					if (!before && this.rows.has(row)) throw new Error('The row is there already');
					if (!before) this.owners.set(row, process);
					if (!before || this.rows.has(row)) this.rows.set(row, [...(before ?? []), ...added]);
					return { new: added, processed: texts.filter((text) => !added.includes(text)) };
				},
				removeProcessed: async (items, scope) => {
					await this.step(process);
					const before = this.rows.get(rowOf(scope)) ?? [];
					await this.half(process);
					const kept = before.filter((text) => !items.includes(text));
					if (this.rows.has(rowOf(scope))) this.rows.set(rowOf(scope), kept);
				},
				clearAllProcessedItems: async (scope) => {
					await this.step(process);
					this.rows.delete(rowOf(scope));
				},
				getProcessedDataCount: async (scope) => {
					await this.step(process);
					return this.rows.get(rowOf(scope))?.length ?? 0;
				},
			},
			environment: {
				wallClock: () => wallClock,
				monotonicClock: () => clock,
				random: () => this.random(),
				sleep: async (ms) => {
					const isForLock = ms < 100;
					do await this.step(process);
					while (!isForLock && this.isOtherBetween(process));
					const owner = this.owners.get(node);
					const isLeftBehind = owner !== undefined && this.hasCrashed(owner);
					if (isForLock && this.rows.has(node) && isLeftBehind) clock += AGES_BY;
				},
			},
		};
	}

	/** Never twice the same. */
	private random(): number {
		this.draws += 1;
		return (this.draws % 1_000) / 1_000 + this.draws / 1e9;
	}

	private async half(process: number): Promise<void> {
		const call = Symbol('call');
		this.halfCalls.set(call, process);
		await this.step(process);
		this.halfCalls.delete(call);
	}

	private async step(process: number): Promise<void> {
		await this.scheduler.schedule(Promise.resolve(), `process ${process}`);
		const left = this.stepsLeft[process] ?? Infinity;
		this.stepsLeft[process] = left - 1;
		if (this.hasCrashed(process)) await new Promise(() => {});
	}

	private hasCrashed(process: number): boolean {
		return (this.stepsLeft[process] ?? Infinity) < 0;
	}

	/** Whether a write lets those wait who want to see theirs settle. */
	private isOtherBetween(process: number): boolean {
		return [...this.halfCalls.values()].some((each) => each !== process && !this.hasCrashed(each));
	}
}
