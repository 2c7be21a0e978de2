import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { PanelFailure } from '../errors/panelFailure';

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

/** A paid request that the order journal holds. Only the journal makes one, and only such a one can be sent. */
export type PaidRequestInJournal = PaidRequest & { readonly [recorded]: true };

/** What can be sent to the service. */
export type PanelRequest = ReadRequest | PaidRequestInJournal;

/** What a request came to: an answer of the documented form, or a failure described by facts. */
export type RequestOutcome = Answer | PanelFailure;

/** The service answered `ok: true`; `body` is its object without `ok`. */
export interface Answer {
	kind: 'answer';
	body: IDataObject;
}

/** Tells whether two requests ask for the same order, in any normal form of Unicode, without keeping their text. */
export function requestFingerprint({ path, body }: Pick<PaidRequest, 'path' | 'body'>): string {
	return createHash('sha256')
		.update(JSON.stringify([path, body]).normalize('NFC'))
		.digest('base64url');
}
