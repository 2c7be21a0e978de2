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
 * What an execution knows of the orders of one node, over all that n8n repeats in it: tries, rounds of a
 * loop, calls of an agent, and the Retry button, which starts with the data of the original execution.
 *
 * A try or a retry is answered by the place of the item, whatever its fields say now; the call of a tool, and
 * an order that another run left unknown, by the request. Nothing unknown is ever removed.
 */
export class OrderJournal {
	/** The same in every retry; undefined outside an execution. */
	readonly id: string | undefined;
	/** Names the journal within this process. */
	readonly scope: string;
	/** True if this execution has begun the run before: a further try. */
	readonly isFurtherTry: boolean;
	/** The execution in which the journal began: this one, or one that it retries. */
	readonly begunBy: string | undefined;
	readonly isTool: boolean;
	/** Counts the runs of the node from 0, also in the retry of an execution that crashed. */
	readonly round: number;
	private readonly hasPlaces: boolean;
	private readonly node: NodeJournal;
	private readonly nodes: ExecutionJournal['nodes'];
	private readonly executionId: string | undefined;
	private readonly runIndex: number;
	private readonly unknownInOtherRuns = new Map<string, JournalEntry>();

	/** @param now a clock that cannot be set, in ms */
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
		this.scope = `${execution?.id ?? `workflow ${functions.getWorkflow().id}`} ${name}`;
		const outside = this.isTool ? { [name]: journalOfProcess(this.scope, now()) } : {};
		this.nodes = execution?.nodes ?? outside;
		this.node = this.nodes[name] ??= { spent: 0, entries: {} };
		this.isFurtherTry = this.node.lastRun === this.runIndex;
		this.node.lastRun = this.runIndex;
		this.round = this.runIndex - (this.node.firstRun ??= this.runIndex);
		this.indexUnknownOfOtherRuns();
	}

	/** What Max Credits counts. */
	get spent(): number {
		return this.node.spent ?? Number.POSITIVE_INFINITY;
	}

	/** Counts credits that are reserved; a negative number was not spent after all. */
	count(credits: number): void {
		this.node.spent = roundedCredits(this.spent + credits);
	}

	/** What the dry runs of other rounds and calls came to, in credits: a real run would find it spent. */
	spentInOtherDryRuns(item: PreparedOrder): number {
		const own = this.dryRunOf(item);
		const others = Object.entries(this.node.dryRuns ?? {}).filter(([name]) => name !== own);
		return roundedCredits(others.reduce((sum, [, credits]) => sum + credits, 0));
	}

	/** Records what a dry run comes to. A further try of a round, and the same call, replace the one before. */
	recordDryRun(item: PreparedOrder, credits: number): void {
		this.node.dryRuns = { ...this.node.dryRuns, [this.dryRunOf(item)]: credits };
	}

	/** For how many items of this run something is known. */
	get size(): number {
		const ofThisRun = `${this.runIndex} ${this.operation} `;
		return Object.keys(this.node.entries).filter((name) => name.startsWith(ofThisRun)).length;
	}

	/**
	 * The order of an item, where it must not be sent again: paid if any was. An order that was unknown before
	 * this execution began may be sent again if the user says so; one that it has left unknown itself, never.
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

	/** True if this very execution has left an order of the key unknown, in any of its nodes. */
	hasLeftUnknown(key: string): boolean {
		const entries = Object.values(this.nodes).flatMap((node) => Object.values(node.entries).flat());
		return entries.some(
			(entry) => entry.key === key && entry.state === 'unknown' && this.isOwn(entry),
		);
	}

	/** Has to come before an order is sent, so that nothing can interrupt it unseen. */
	begin(item: PreparedOrder, key: string | undefined) {
		const { executionId } = this;
		const at = this.id === undefined ? this.now() : undefined;
		const entry = this.adopt(item, { executionId, key, at });
		return { request: inJournal(item.request), entry };
	}

	end(item: PreparedOrder, entry: JournalEntry, outcome: OrderOutcome): void {
		entry.state = outcome.kind;
		if (outcome.kind === 'paid') entry.answer = outcome.answer;
		if (outcome.kind !== 'notCharged') return;
		this.keep(this.nameOf(item.itemIndex, item.fingerprint), (other) => other !== entry);
	}

	/** Enters an order; of an earlier execution, so that a try or a retry knows it as well. */
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

	/** The answer to the question whether a run had begun; undefined if neither this execution nor one that it retries asked. */
	markOf(run: string): AskedMark | undefined {
		return this.node.marks?.[run];
	}

	recordMark(run: string, isBegun: boolean): void {
		const others = this.isTool ? this.node.marks : {};
		this.node.marks = { ...others, [run]: { isBegun, askedBy: this.executionId ?? '' } };
	}

	/** When n8n will not carry out this run again: of what is paid, the sum is enough. */
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

	/** The orders that an earlier try of this run of a tool has sent, whatever its fields came to. */
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

	/** The items of one run are told apart by their place; there a request says nothing. */
	private indexUnknownOfOtherRuns(): void {
		// The runs of a tool may overlap, and find everything by the request.
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
