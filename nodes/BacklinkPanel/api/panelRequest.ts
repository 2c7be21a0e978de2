import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { PanelFailure } from '../errors/panelFailure';

/** A call of the service, as an operation describes it. */
interface DescribedRequest {
	method: 'GET' | 'POST';
	/** Path below the API's prefix, e.g. `/krediler`. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
}

/** A request that costs nothing, so it may be sent again. */
export interface ReadRequest extends DescribedRequest {
	spendsCredits: false;
}

/** A request that spends credits. It is never sent again if it may have been charged. */
export interface PaidRequest extends DescribedRequest {
	spendsCredits: true;
}

declare const recorded: unique symbol;

/** A paid request in the order journal. The journal alone makes this type, and the client sends no other. */
export type PaidRequestInJournal = PaidRequest & { readonly [recorded]: true };

/** A request that the client sends. */
export type PanelRequest = ReadRequest | PaidRequestInJournal;

/** The outcome of a request: an answer of the documented form, or a failure with its facts. */
export type RequestOutcome = Answer | PanelFailure;

/** The service answered `ok: true`; `body` is its object without `ok`. */
export interface Answer {
	kind: 'answer';
	body: IDataObject;
}

/** Hashes a request, so that equal orders can be found without their text. Normal forms of Unicode are equal. */
export function requestFingerprint({ path, body }: Pick<PaidRequest, 'path' | 'body'>): string {
	return createHash('sha256')
		.update(JSON.stringify([path, body]).normalize('NFC'))
		.digest('base64url');
}
