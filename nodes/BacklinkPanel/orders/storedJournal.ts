import { randomUUID } from 'node:crypto';
import type { IDataObject, IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import { executionId, executionMode, flowContext } from '../api/optionalFunctions';
import type { OrderOutcomeKind } from './orderOutcome';

/** An order that may have been sent, stored as JSON. */
export interface JournalEntry {
	/** Outcome of the order: `unknown` before sending, and for good if no usable answer comes. */
	state: OrderOutcomeKind;
	fingerprint: string;
	subject: string;
	executionId?: string;
	runIndex: number;
	/** Place of a tool call (run, operation, item index), by which a further try finds the call's orders. */
	place?: string;
	/** Idempotency key in the form that the order store keeps. */
	key?: string;
	answer?: IDataObject;
	/** True if an earlier manual execution sent the order. */
	isRecent?: boolean;
	/** True if an execution that n8n lost in a crash may have placed the order. */
	isBegun?: boolean;
	/** Time in ms at which the order ended; set only if there is no execution, as in calls by an MCP server. */
	at?: number;
}

/** The order journal of one node, stored as JSON. */
export interface NodeJournal {
	/** Credits reserved, spent or possibly spent. An unknown amount is Infinity, which JSON stores as null. */
	spent: number | null;
	/** First run index of the node. In the Retry of a crashed execution, n8n counts runs from above 0. */
	firstRun?: number;
	lastRun?: number;
	/** Credits that dry runs plan, by run index, or by request if the node is a tool. */
	dryRuns?: Record<string, number>;
	/** Maps the hash of a run to the answer to “did a lost execution begin this run?” */
	marks?: Record<string, AskedMark>;
	/** Orders by place (run, operation, item index), or by request if the node is a tool. */
	entries: Record<string, JournalEntry[]>;
}

/** Answer to “did an execution that n8n lost in a crash begin this run?” */
export interface AskedMark {
	isBegun: boolean;
	/** ID of the execution that got this answer. After a “no”, another one looks only for a mark of its own. */
	askedBy: string;
}

export interface ExecutionJournal {
	id: string;
	begunBy?: string;
	/** Mode of the execution that began the journal. */
	mode?: WorkflowExecuteMode;
	/** Journals by node name, because n8n finds nodes by name in a Retry. A node added anew has another ID. */
	nodes: Record<string, NodeJournal>;
}

const CONTEXT_NAME = 'backlinkPanel';
/** Time in ms for which an order is remembered that was placed without an execution. */
const OUTSIDE_EXECUTIONS_MS = 600_000;

/** Journals outside an execution (for example under the MCP Server Trigger), by workflow and node. */
const processJournals = new Map<string, { node: NodeJournal; since: number }>();

/**
 * Returns or creates the execution's journal; undefined outside an execution. Read operations create it too:
 * if the execution fails before its first order, all its Retries still have the same journal ID.
 */
export function executionJournal(functions: IExecuteFunctions): ExecutionJournal | undefined {
	const context = flowContext(functions);
	const created: ExecutionJournal = {
		id: randomUUID(),
		begunBy: executionId(functions),
		mode: executionMode(functions),
		nodes: {},
	};
	return context && ((context[CONTEXT_NAME] ??= created) as ExecutionJournal);
}

/** Returns the journal of a node that n8n calls without an execution. It forgets an order after ten minutes. */
export function journalOfProcess(scope: string, now: number): NodeJournal {
	const isOld = (at = now) => now - at > OUTSIDE_EXECUTIONS_MS;
	for (const journal of processJournals.values()) {
		const { entries } = journal.node;
		for (const [request, [entry]] of Object.entries(entries)) {
			if (isOld(entry?.at)) delete entries[request];
		}
		// Changes the journal itself, because a call that is under way may hold it.
		const isUsed = Object.values(entries).some(([entry]) => entry?.at === Number.POSITIVE_INFINITY);
		if (!isOld(journal.since) || isUsed) continue;
		journal.since = now;
		journal.node.spent = 0;
		delete journal.node.dryRuns;
	}
	const kept = processJournals.get(scope) ?? { node: { spent: 0, entries: {} }, since: now };
	processJournals.set(scope, kept);
	return kept.node;
}
