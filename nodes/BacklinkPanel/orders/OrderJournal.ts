import type { IExecuteFunctions } from 'n8n-workflow';

import { roundedCredits } from '../api/credits';
import { executionId, isRunByEngine, isTool, runIndex } from '../api/optionalFunctions';
import type { PaidRequest, PaidRequestInJournal } from '../api/panelRequest';
import type { PanelFailure } from '../errors/panelFailure';
import type { PreparedOrder } from '../operations/prepareItem';
import type { OrderOutcome } from './orderOutcome';
import {
	type AskedMark,
	type ExecutionJournal,
	executionJournal,
	type JournalEntry,
	journalOfProcess,
	type NodeJournal,
} from './storedJournal';

/**
 * Orders of one node in an execution, over tries, rounds of a loop and calls of an agent. A Retry starts
 * with the journal of the execution that it retries.
 *
 * Tries and retries find an order by the item's place (run, operation, index), because the item's fields may
 * have changed. Calls of an agent find an order by its request. So do later rounds of a loop, but only
 * unknown orders.
 */
export class OrderJournal {
	/** Random ID of the journal, the same in every retry; undefined outside an execution. */
	readonly id: string | undefined;
	/** Name of this node's journal, the same in every Retry: the order store knows a second Retry by it. */
	readonly scope: string;
	/** True if this run was begun before: by an earlier try or the retried execution. */
	readonly isFurtherTry: boolean;
	/** ID of the execution that began the journal: this one, or an earlier one that a Retry continues. */
	readonly begunBy: string | undefined;
	/** True in a manual execution, and in each Retry of one. */
	readonly isManual: boolean;
	/** True if a Retry began the journal: the retried execution was lost, or failed before our nodes ran. */
	readonly isFromNothing: boolean;
	readonly isTool: boolean;
	/** Number of the node's run, from 0. After a crash, n8n's own run index may start higher. */
	readonly round: number;
	private readonly hasPlaces: boolean;
	private readonly node: NodeJournal;
	private readonly nodes: ExecutionJournal['nodes'];
	private readonly executionId: string | undefined;
	private readonly runIndex: number;
	private readonly unknownInOtherRuns = new Map<string, JournalEntry>();

	constructor(
		functions: IExecuteFunctions,
		private readonly operation: string,
		private readonly now: () => number = () => performance.now(),
	) {
		const name = `node ${functions.getNode().name}`;
		const execution = executionJournal(functions);
		this.isTool = isTool(functions);
		this.hasPlaces = isRunByEngine(functions);
		this.executionId = executionId(functions);
		this.runIndex = runIndex(functions);
		this.id = execution?.id;
		this.begunBy = execution?.begunBy;
		this.isManual = execution?.mode === 'manual';
		this.isFromNothing = execution?.mode === 'retry';
		this.scope = `${execution?.id ?? `workflow ${functions.getWorkflow().id}`} ${name}`;
		this.nodes =
			execution?.nodes ?? (this.isTool ? { [name]: journalOfProcess(this.scope, now()) } : {});
		this.node = this.nodes[name] ??= { spent: 0, entries: {} };
		this.isFurtherTry = this.node.lastRun === this.runIndex;
		this.node.lastRun = this.runIndex;
		this.round = this.runIndex - (this.node.firstRun ??= this.runIndex);
		this.indexUnknownOfOtherRuns();
	}

	/** Credits spent or reserved so far, which count towards Max Credits per Execution. */
	get spent(): number {
		return this.node.spent ?? Number.POSITIVE_INFINITY;
	}

	/** Adds reserved credits to `spent`. A negative number gives unspent credits back. */
	count(credits: number): void {
		this.node.spent = roundedCredits(this.spent + credits);
	}

	/** Sums the planned credits of dry runs in other rounds and calls: real runs would have spent them. */
	spentInOtherDryRuns(item: PreparedOrder): number {
		const own = this.dryRunOf(item);
		const others = Object.entries(this.node.dryRuns ?? {}).filter(([name]) => name !== own);
		return roundedCredits(others.reduce((sum, [, credits]) => sum + credits, 0));
	}

	/** Remembers the credits that a dry run plans. A further try, or an equal call of an agent, replaces them. */
	rememberDryRun(item: PreparedOrder, credits: number): void {
		this.node.dryRuns = { ...this.node.dryRuns, [this.dryRunOf(item)]: credits };
	}

	/** Items of this run with an order in the journal; 0 for a tool. */
	get size(): number {
		const ofThisRun = `${this.runIndex} ${this.operation} `;
		return Object.keys(this.node.entries).filter((name) => name.startsWith(ofThisRun)).length;
	}

	/**
	 * Finds the earlier order that an item must not repeat; paid orders come first. With Send Unknown Orders
	 * Again, the item may repeat unknown orders of earlier executions, but never of this execution.
	 */
	find(itemIndex: number, item: PreparedOrder | PanelFailure): JournalEntry | undefined {
		const isFailure = item.kind === 'failure';
		const fingerprint = isFailure ? '' : item.fingerprint;
		const known = [
			...(this.node.entries[this.nameOf(itemIndex, fingerprint)] ?? []),
			...this.atPlace(itemIndex),
		];
		const elsewhere = this.unknownInOtherRuns.get(fingerprint);
		if (elsewhere) known.push(elsewhere);
		const isPaid = ({ state }: JournalEntry) => state === 'paid';
		const binding = known.find(isPaid) ?? known.find((entry) => this.isOwn(entry));
		return binding ?? (!isFailure && item.resendsUnknown ? undefined : known.at(-1));
	}

	/** True if this execution sent an order with this key, and its outcome is unknown. */
	hasLeftUnknown(key: string): boolean {
		const entries = Object.values(this.nodes).flatMap((node) => Object.values(node.entries).flat());
		return entries.some(
			(entry) => entry.key === key && entry.state === 'unknown' && this.isOwn(entry),
		);
	}

	/** Enters an order as unknown into the journal, before it is sent: an interrupted order is then not sent again. */
	begin(item: PreparedOrder, key: string | undefined) {
		const { executionId } = this;
		const at = this.id === undefined ? Number.POSITIVE_INFINITY : undefined;
		const entry = this.adopt(item, { executionId, key, at });
		return { request: inJournal(item.request), entry };
	}

	/** Enters the outcome of an order into the journal, or drops the order if it was not charged. */
	end(item: PreparedOrder, entry: JournalEntry, outcome: OrderOutcome): void {
		entry.state = outcome.kind;
		if (entry.at !== undefined) entry.at = this.now();
		if (outcome.kind === 'paid') entry.answer = outcome.answer;
		if (outcome.kind !== 'notCharged') return;
		this.keep(this.nameOf(item.itemIndex, item.fingerprint), (other) => other !== entry);
	}

	/** Enters an order of this or an earlier execution, so that tries and retries find the order. */
	adopt(item: PreparedOrder, known: Partial<JournalEntry>): JournalEntry {
		const { itemIndex, fingerprint, subject } = item;
		const place = this.isTool && this.hasPlaces ? this.placeOf(itemIndex) : undefined;
		const { runIndex } = this;
		const entry: JournalEntry = {
			...{ state: 'unknown', fingerprint, subject, runIndex, place },
			...known,
		};
		(this.node.entries[this.nameOf(itemIndex, fingerprint)] ??= []).push(entry);
		return entry;
	}

	/** Returns the last answer to “did a lost execution begin this run?”; undefined if no execution has asked. */
	markOf(run: string): AskedMark | undefined {
		return this.node.marks?.[run];
	}

	rememberMark(run: string, isBegun: boolean): void {
		const others = this.isTool ? this.node.marks : {};
		this.node.marks = { ...others, [run]: { isBegun, askedBy: this.executionId ?? '' } };
	}

	/** Drops paid orders once n8n cannot repeat this run; `spent` still counts the dropped orders. */
	compact(): void {
		if (this.isTool) return;
		for (const name of Object.keys(this.node.entries)) {
			this.keep(name, ({ state }) => state === 'unknown');
		}
	}

	private keep(name: string, isKept: (entry: JournalEntry) => boolean): void {
		const kept = this.node.entries[name]?.filter(isKept) ?? [];
		if (kept.length > 0) this.node.entries[name] = kept;
		else delete this.node.entries[name];
	}

	private nameOf(itemIndex: number, fingerprint: string): string {
		return this.isTool ? fingerprint : this.placeOf(itemIndex);
	}

	private dryRunOf({ fingerprint }: PreparedOrder): string {
		return this.isTool ? fingerprint : String(this.runIndex);
	}

	private placeOf(itemIndex: number): string {
		return `${this.runIndex} ${this.operation} ${itemIndex}`;
	}

	/** Finds the orders that an earlier try of a tool made for an item, even if the item's fields have changed. */
	private atPlace(itemIndex: number): JournalEntry[] {
		if (!this.isTool || !this.hasPlaces) return [];
		const place = this.placeOf(itemIndex);
		return Object.values(this.node.entries)
			.flat()
			.filter((entry) => entry.place === place);
	}

	private isOwn(entry: JournalEntry): boolean {
		return entry.executionId === this.executionId;
	}

	/** Indexes unknown orders of other runs by request. Within one run, equal requests are different orders. */
	private indexUnknownOfOtherRuns(): void {
		// A tool needs no such index, because it finds every order by its request.
		if (this.isTool) return;
		for (const entry of Object.values(this.node.entries).flat()) {
			const { state, runIndex, fingerprint } = entry;
			if (state !== 'unknown' || runIndex === this.runIndex) continue;
			const isFirst = !this.unknownInOtherRuns.has(fingerprint);
			if (isFirst || this.isOwn(entry)) this.unknownInOtherRuns.set(fingerprint, entry);
		}
	}
}

function inJournal(request: PaidRequest): PaidRequestInJournal {
	return request as PaidRequestInJournal;
}
