import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { PanelFailure } from '../errors/panelFailure';

/** A request to the service, as an operation describes it. */
interface DescribedRequest {
	method: 'GET' | 'POST';
	/** Path after `/api/v1`, e.g. `/krediler`. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
}

/** A request that costs nothing, so it may be sent again. */
export interface ReadRequest extends DescribedRequest {
	spendsCredits: false;
}

/** A request that spends credits. The client repeats only orders that certainly cost nothing. */
export interface PaidRequest extends DescribedRequest {
	spendsCredits: true;
}

declare const recorded: unique symbol;

/** A paid request in the order journal. Only the journal makes this type. The client sends no other paid one. */
export type PaidRequestInJournal = PaidRequest & { readonly [recorded]: true };

export type PanelRequest = ReadRequest | PaidRequestInJournal;

export type RequestOutcome = Answer | PanelFailure;

/** Answer with `ok: true`. `body` is its JSON object without `ok`. */
export interface Answer {
	kind: 'answer';
	body: IDataObject;
}

/** Hashes a request, to find equal orders without storing their text. Unicode forms (NFC, NFD) make no difference. */
export function requestFingerprint({ path, body }: Pick<PaidRequest, 'path' | 'body'>): string {
	return createHash('sha256')
		.update(JSON.stringify([path, body]).normalize('NFC'))
		.digest('base64url');
}
