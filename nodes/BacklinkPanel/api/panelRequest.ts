import type { IDataObject } from 'n8n-workflow';

/** One call of the service, as an operation describes it. */
interface DescribedRequest {
	method: 'GET' | 'POST';
	/** Path below the API's prefix, e.g. `/krediler`. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
}

/** Costs nothing, so it may be sent again. */
export interface ReadRequest extends DescribedRequest {
	spendsCredits: false;
}

/** Spends credits: never sent again when it could have been charged. */
export interface PaidRequest extends DescribedRequest {
	spendsCredits: true;
}

declare const recorded: unique symbol;

/** A paid request that the run ledger holds. Only the ledger makes one, and only such a one can be sent. */
export type RecordedRequest = PaidRequest & { readonly [recorded]: true };

/** What can be sent to the service. */
export type PanelRequest = ReadRequest | RecordedRequest;
