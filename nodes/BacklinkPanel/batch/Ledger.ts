import type { IDataObject, IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import { type OpenOrders, openOrdersOfCalls } from './agentTool';

/** What is known of an order that this run has sent. */
export type LedgerEntry = PaidEntry | UnknownEntry;

interface PaidEntry {
	state: 'paid';
	fingerprint: string;
	/** What it cost. */
	credits: number;
	answer: IDataObject;
}

interface UnknownEntry {
	state: 'unknown';
	fingerprint: string;
	/** What it may have cost. */
	credits: number;
}

type Entries = Record<string, LedgerEntry>;

/** The name under which the ledger lies beside n8n's own data of a run. */
const METADATA_NAME = 'backlinkPanelLedger';

/**
 * The orders of one run of the node. n8n runs a node again with all its items, on Retry On Fail and
 * when somebody retries a failed execution; the ledger lies in the data that n8n hands to each of
 * these tries, so that a paid item is answered from here instead of being paid again.
 */
export class Ledger {
	/** For runs whose data is not this node's own: as a tool, the node is lent the agent's. */
	private readonly inMemory: Entries = {};
	private readonly executeData: IExecuteData | undefined;
	/** Of the earlier calls in this execution, where this run is the call of a tool. */
	private readonly openOrders: OpenOrders | undefined;

	constructor(functions: IExecuteFunctions) {
		this.openOrders = openOrdersOfCalls(functions);
		const executeData = functions.getExecuteData();
		const isOwn = executeData?.node?.name === functions.getNode().name;
		this.executeData = isOwn ? executeData : undefined;
	}

	/** What is known of an item's order; an item that asks for something else now is a new order. */
	find(itemIndex: number, fingerprint: string): LedgerEntry | undefined {
		const entry = this.entries()[itemIndex];
		if (entry?.fingerprint === fingerprint) return entry;
		const credits = this.openOrders?.[fingerprint];
		return credits === undefined ? undefined : { state: 'unknown', fingerprint, credits };
	}

	/** Certainly or possibly spent by this run so far, whatever its items ask for now. */
	credits(): number {
		return Object.values(this.entries()).reduce((sum, entry) => sum + entry.credits, 0);
	}

	/** `unknown` is recorded before an order is sent, so that nothing can interrupt it unseen. */
	record(itemIndex: number, entry: LedgerEntry): void {
		this.entries()[itemIndex] = entry;
		if (entry.state === 'paid') delete this.openOrders?.[entry.fingerprint];
	}

	/** The order was certainly not placed: what was known of the item before counts again. */
	restore(itemIndex: number, earlier: LedgerEntry | undefined): void {
		if (earlier) this.entries()[itemIndex] = earlier;
		else delete this.entries()[itemIndex];
	}

	/** The outcome of the order stays unknown: a later call of a tool must not send it again unasked. */
	leaveOpen({ fingerprint, credits }: Pick<LedgerEntry, 'fingerprint' | 'credits'>): void {
		if (this.openOrders) this.openOrders[fingerprint] = credits;
	}

	/** When n8n will not run this data again. */
	close(): void {
		const metadata = metadataOf(this.executeData);
		if (metadata) delete metadata[METADATA_NAME];
	}

	/** Looked up each time: n8n may replace the metadata object during a run. */
	private entries(): Entries {
		if (!this.executeData) return this.inMemory;
		this.executeData.metadata ??= {};
		const metadata = metadataOf(this.executeData) ?? {};
		return (metadata[METADATA_NAME] ??= {}) as Entries;
	}
}

/** n8n's type lists its own fields; it stores any others along with them. */
function metadataOf(executeData: IExecuteData | undefined): Record<string, unknown> | undefined {
	return executeData?.metadata as Record<string, unknown> | undefined;
}
