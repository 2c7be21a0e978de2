import type { IDataObject, IExecuteData } from 'n8n-workflow';

import type { PaidRequest, PaidRequestInLedger } from '../api/panelRequest';

/** What is known of an order that was sent for an input item. */
interface LedgerEntry {
	/** `unknown` from before it is sent until its answer is there, and for good if none comes. */
	state: 'paid' | 'unknown';
	/** What it cost, or may have cost. */
	credits: number;
	/** Of the request: tells whether the item's fields come to something else since. */
	fingerprint: string;
	/** Its target URL or title. */
	subject: string;
	/** The execution that sent it. */
	executionId: string | undefined;
	/** Its idempotency key, as the order store has it. */
	storeKey: string | undefined;
	answer?: IDataObject;
}

/** An order about to be sent, and what becomes of its entry. */
interface RecordedOrder {
	request: PaidRequestInLedger;
	/** It was placed. */
	paid(credits: number, answer: IDataObject): void;
	/** It was certainly not placed. */
	refused(): void;
}

type Entries = Record<string, LedgerEntry[]>;

/** The name under which the ledger lies beside n8n's own data of a run. */
const METADATA_NAME = 'backlinkPanelLedger';

/**
 * The orders of one run of the node, by the index of the input item. n8n runs a node again with the same
 * input data, on Retry On Fail and when somebody retries a failed execution, and evaluates its fields
 * anew. So the ledger lies in the data that n8n hands to each of these tries, beside the input, and what
 * was paid for an index is answered from here whatever its fields say now.
 *
 * Nothing paid or unknown is ever replaced or removed.
 */
export class RunLedger {
	/** For runs whose data is not this node's own: as a tool, the node is lent the agent's. */
	private readonly inMemory: Entries = {};
	/** Whether this is not the first try. */
	readonly isFromEarlierTry: boolean;

	/**
	 * @param operation its name; the same input may serve another operation after an edit
	 * @param executeData the data of this run, where it is the node's own
	 */
	constructor(
		private readonly operation: string,
		private readonly executeData: IExecuteData | undefined,
	) {
		this.isFromEarlierTry = METADATA_NAME in (metadataOf(executeData) ?? {});
	}

	/** Whether the next try of this run, or the Retry button, finds the ledger. */
	get isKept(): boolean {
		return this.executeData !== undefined;
	}

	/** For how many items something is known. */
	get size(): number {
		const names = Object.entries(this.entries());
		return names.filter(([name, { length }]) => length > 0 && name.startsWith(this.operation))
			.length;
	}

	/** What is known of an item's order: paid if any was, otherwise the last one. */
	find(itemIndex: number): LedgerEntry | undefined {
		const entries = this.entries()[this.nameOf(itemIndex)] ?? [];
		return entries.find(({ state }) => state === 'paid') ?? entries.at(-1);
	}

	/** Has to be called before an order is sent, so that nothing can interrupt it unseen. */
	record(
		itemIndex: number,
		request: PaidRequest,
		facts: Omit<LedgerEntry, 'state' | 'answer'>,
	): RecordedOrder {
		const place = this.entriesOf(itemIndex).push({ state: 'unknown', ...facts }) - 1;
		return {
			// The brand says just this: it stands in the ledger.
			request: request as PaidRequestInLedger,
			paid: (credits, answer) => {
				const paid: LedgerEntry = { ...facts, state: 'paid', credits, answer };
				this.entriesOf(itemIndex).splice(place, 1, paid);
			},
			refused: () => {
				this.entriesOf(itemIndex).splice(place, 1);
			},
		};
	}

	/** When n8n will not run this data again. */
	close(): void {
		const metadata = metadataOf(this.executeData);
		if (metadata) delete metadata[METADATA_NAME];
	}

	private nameOf(itemIndex: number): string {
		return `${this.operation} ${itemIndex}`;
	}

	private entriesOf(itemIndex: number): LedgerEntry[] {
		return (this.entries()[this.nameOf(itemIndex)] ??= []);
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
