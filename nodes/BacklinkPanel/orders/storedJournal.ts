import { randomUUID } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { executionId, flowContext } from '../api/optionalFunctions';
import type { OrderOutcomeKind } from './orderOutcome';

/** An order that was sent, as JSON. */
export interface JournalEntry {
	/** `unknown` from before it is sent until its outcome is known, and for good if none comes. */
	state: OrderOutcomeKind;
	fingerprint: string;
	/** Its target URL or title. */
	subject: string;
	executionId?: string;
	runIndex: number;
	/** Run, operation and item, for a tool that the engine runs: it may try its run once more. */
	place?: string;
	/** Its idempotency key, as the order store has it. */
	key?: string;
	answer?: IDataObject;
	/** An earlier manual execution placed it. */
	isRecent?: boolean;
	/** An execution of which n8n keeps nothing may have placed it. */
	isBegun?: boolean;
	/** When it was sent, in ms; outside an execution alone. */
	at?: number;
}

/** The orders of one node, as JSON. */
export interface NodeJournal {
	/** In credits, certainly or possibly spent or reserved; JSON has null for Infinity. */
	spent: number | null;
	/** The run that began first: n8n counts on from the runs that it makes up for an execution that crashed. */
	firstRun?: number;
	/** The run that began last. */
	lastRun?: number;
	/** What the dry runs of other rounds came to, in credits; by run, or by request for a tool. */
	dryRuns?: Record<string, number>;
	/** The marks that were asked for: of the present run; for a tool, of all its calls. */
	marks?: Record<string, AskedMark>;
	/** By what recognises a repeat: run, operation and item; for a tool the request. */
	entries: Record<string, JournalEntry[]>;
}

/** The answer to the question whether an execution of which n8n keeps nothing had begun a run. */
export interface AskedMark {
	isBegun: boolean;
	/** The execution that asked, and has begun the run itself since. */
	askedBy: string;
}

export interface ExecutionJournal {
	/** Random, and the same in every retry of the execution. */
	id: string;
	/** The execution in which the journal began. */
	begunBy?: string;
	/** By name, as n8n matches nodes in a retry: a node that was added anew has another ID. */
	nodes: Record<string, NodeJournal>;
}

const CONTEXT_NAME = 'backlinkPanel';
/** How long an order is remembered where there is no execution to remember it by, in ms. */
const OUTSIDE_EXECUTIONS_MS = 600_000;

/** Outside an execution, as below the MCP Server Trigger: by workflow and node. */
const processJournals = new Map<string, { node: NodeJournal; since: number }>();

/**
 * The journal of an execution, with the ID by which its retries are recognised; undefined outside one. Every
 * run begins with it, also one that only reads: n8n stores the ID of an execution that fails later.
 */
export function executionJournal(functions: IExecuteFunctions): ExecutionJournal | undefined {
	const context = flowContext(functions);
	const created: ExecutionJournal = {
		id: randomUUID(),
		begunBy: executionId(functions),
		nodes: {},
	};
	return context && ((context[CONTEXT_NAME] ??= created) as ExecutionJournal);
}

/** Each order is forgotten ten minutes after it was sent, and what was spent every ten minutes. */
export function journalOfProcess(scope: string, now: number): NodeJournal {
	const isOld = (at = now) => now - at > OUTSIDE_EXECUTIONS_MS;
	for (const [name, { node, since }] of processJournals) {
		for (const [request, [entry]] of Object.entries(node.entries)) {
			if (isOld(entry?.at)) delete node.entries[request];
		}
		if (!isOld(since)) continue;
		const { entries } = node;
		if (Object.keys(entries).length === 0) processJournals.delete(name);
		else processJournals.set(name, { node: { spent: 0, entries }, since: now });
	}
	const kept = processJournals.get(scope) ?? { node: { spent: 0, entries: {} }, since: now };
	processJournals.set(scope, kept);
	return kept.node;
}
