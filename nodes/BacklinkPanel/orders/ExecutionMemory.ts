import type { IContextObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { executionId, flowContext, isTool, runIndex } from './optionalFunctions';
import { nothingSpent, type SpentCredits, sumOfCredits } from './spending/spentCredits';

/** An order of an earlier run or call in this execution. */
type RememberedOrder =
	| { state: 'paid'; answer: IDataObject }
	| { state: 'unknown'; executionId: string | undefined };

/** What is kept of one node, as JSON in the context that an execution's nodes share. */
interface NodeRecord {
	spent: SpentCredits;
	/** What dry runs came to: by the round of a loop, or by the fingerprint of a call. */
	dryRuns: Record<string, number>;
	/** The orders of earlier retries that are part of it, by their key. */
	counted: Record<string, true>;
	/** By the fingerprint of the request; answers are kept for tools alone. */
	orders: Record<string, OrderRecord>;
	/** By the round of a loop, how many keys it has. */
	keyCounts: Record<number, number>;
}

interface OrderRecord {
	answer?: IDataObject;
	executionId?: string;
	runIndex: number;
	/** When it was recorded, in ms; kept outside an execution alone. */
	at?: number;
}

interface ExecutionRecord {
	/** Random, and the same in every retry of this execution. */
	id: string;
	nodes: Record<string, NodeRecord>;
	/** The execution that left a key of the order store unknown. */
	unknownKeys: Record<string, string>;
}

const CONTEXT_NAME = 'backlinkPanel';
/** How long an order is remembered where there is no execution to remember it by, in ms. */
const OUTSIDE_EXECUTIONS_MS = 600_000;

/** For calls outside an execution, as below the MCP Server Trigger: by workflow and node. */
const processRecords = new Map<string, { record: NodeRecord; since: number }>();

/**
 * What an execution remembers of the orders of one node, over all its runs: the rounds of a loop, the
 * calls of an agent, the tries of Retry On Fail, and on over the Retry button.
 */
export class ExecutionMemory {
	/** Identifies the execution and its retries; undefined for an execution that had no ID to begin with. */
	readonly retryId: string | undefined;
	/** Names what the memory belongs to, within this process. */
	readonly scope: string;
	private readonly record: NodeRecord;
	private readonly unknownKeys: Record<string, string> = {};
	/** Of all nodes of the execution; outside one, each call has an item of its own and no others. */
	private readonly nodes: NodeRecord[] = [];
	private readonly isOutside: boolean;
	readonly executionId: string | undefined;
	private readonly runIndex: number;
	private readonly keepsAnswers: boolean;

	/** @param now a clock that cannot be set, in ms */
	constructor(
		functions: IExecuteFunctions,
		private readonly now: () => number = () => performance.now(),
	) {
		const nodeId = functions.getNode().id;
		const context = flowContext(functions);
		const known = context?.[CONTEXT_NAME] as ExecutionRecord | undefined;
		this.isOutside = context === undefined;
		this.keepsAnswers = isTool(functions);
		this.executionId = executionId(functions);
		this.runIndex = runIndex(functions);
		this.retryId = known?.id;
		if (context) {
			const execution = executionRecord(context);
			this.unknownKeys = execution.unknownKeys;
			this.scope = `${execution.id} ${nodeId}`;
			this.record = execution.nodes[nodeId] ??= emptyRecord();
			this.nodes = Object.values(execution.nodes);
		} else {
			this.scope = `${functions.getWorkflow().id} ${nodeId}`;
			this.record = recordOfProcess(this.scope, now());
		}
	}

	/** What the limits of an execution count by. */
	get spent(): SpentCredits {
		return this.record.spent;
	}

	/** What the dry runs of other rounds and calls came to: a real run would find it spent. */
	get creditsOfDryRuns(): number {
		const { dryRuns } = this.record;
		return sumOfCredits(...Object.values(dryRuns), -(dryRuns[this.runIndex] ?? 0));
	}

	/** A further try of a round, and the same call again, take the place of the one before. */
	recordDryRun(fingerprint: string, credits: number): void {
		this.record.dryRuns[this.keepsAnswers ? fingerprint : this.runIndex] = credits;
	}

	/** Whether an order of an earlier retry is not part of what was spent yet; each try finds it again. */
	countsFirstTime(key: string): boolean {
		const { counted } = this.record;
		const isFirst = !(key in counted);
		counted[key] = true;
		return isFirst;
	}

	/**
	 * An order of this request that another call of a tool placed, or that another run left unknown. The
	 * items of one run are told apart by their index, so there a request says nothing.
	 */
	find(fingerprint: string): RememberedOrder | undefined {
		const order = this.record.orders[fingerprint];
		if (!order) return undefined;
		if (order.answer) return { state: 'paid', answer: order.answer };
		const isOfThisRun = order.runIndex === this.runIndex && !this.keepsAnswers;
		return isOfThisRun ? undefined : { state: 'unknown', executionId: order.executionId };
	}

	/** The order was placed. What another item of this run has left unknown stays unknown. */
	recordPaid(fingerprint: string, answer: IDataObject): void {
		const { orders } = this.record;
		const known = orders[fingerprint];
		const isOfThisRun = known?.runIndex === this.runIndex && known.executionId === this.executionId;
		if (this.keepsAnswers) orders[fingerprint] = this.orderNow(answer);
		else if (!isOfThisRun) delete orders[fingerprint];
	}

	/** The outcome of the order is unknown. */
	recordUnknown(fingerprint: string): void {
		this.record.orders[fingerprint] = this.orderNow();
	}

	/** The outcome of the order of these keys is unknown. */
	recordUnknownKeys(keys: string[]): void {
		for (const key of keys) {
			if (this.isOutside) this.record.orders[`key ${key}`] = this.orderNow();
			else this.unknownKeys[key] = this.executionId ?? '';
		}
	}

	/** Whether this very execution left the key unknown; outside of executions, an earlier call. */
	isUnknownByThisExecution(key: string): boolean {
		if (this.isOutside) return `key ${key}` in this.record.orders;
		return this.unknownKeys[key] === (this.executionId ?? '');
	}

	/**
	 * How many keys the workflow has to remember for this execution: those of all nodes and rounds of a loop,
	 * with so many in this run. A further try has no fewer; what is more than `most` is not sent, so not counted.
	 */
	keysOfExecution(count: number, most: number): number {
		const { keyCounts } = this.record;
		const known = keyCounts[this.runIndex] ?? 0;
		const inThisRun = Math.max(known, count);
		const before = this.nodes.flatMap((node) => Object.values(node.keyCounts));
		const sum = before.reduce((total, keys) => total + keys, inThisRun - known);
		if (sum <= most) keyCounts[this.runIndex] = inThisRun;
		return sum;
	}

	/** Whether something was left unknown before this execution began, rather than by itself. */
	isOfEarlierExecution(unknown: { executionId?: string }): boolean {
		if (unknown.executionId === undefined || this.executionId === undefined) return false;
		return unknown.executionId !== this.executionId;
	}

	private orderNow(answer?: IDataObject): OrderRecord {
		const { executionId, runIndex } = this;
		return { answer, executionId, runIndex, at: this.isOutside ? this.now() : undefined };
	}
}

/**
 * Gives the execution the ID by which its retries are recognised. Every run of this node type does, also
 * one that only reads: what n8n stores of an execution that fails later has the ID then.
 */
export function identifyExecution(functions: IExecuteFunctions): void {
	const context = flowContext(functions);
	if (context) executionRecord(context);
}

function executionRecord(context: IContextObject): ExecutionRecord {
	const created: ExecutionRecord = { id: randomUUID(), nodes: {}, unknownKeys: {} };
	return (context[CONTEXT_NAME] ??= created) as ExecutionRecord;
}

function emptyRecord(): NodeRecord {
	return { spent: nothingSpent(), dryRuns: {}, counted: {}, orders: {}, keyCounts: {} };
}

/** Each order is forgotten ten minutes after it was placed, and what was spent every ten minutes. */
function recordOfProcess(scope: string, now: number): NodeRecord {
	const isOld = (at: number) => now - at > OUTSIDE_EXECUTIONS_MS;
	for (const [name, { record, since }] of processRecords) {
		for (const [fingerprint, { at = since }] of Object.entries(record.orders)) {
			if (isOld(at)) delete record.orders[fingerprint];
		}
		if (!isOld(since)) continue;
		if (Object.keys(record.orders).length === 0) processRecords.delete(name);
		else
			processRecords.set(name, { record: { ...emptyRecord(), orders: record.orders }, since: now });
	}
	const kept = processRecords.get(scope) ?? { record: emptyRecord(), since: now };
	processRecords.set(scope, kept);
	return kept.record;
}
