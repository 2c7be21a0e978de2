import type { IDataObject } from 'n8n-workflow';

import type { PanelFailure } from '../errors/panelFailure';

/** What a request came to: an answer of the documented form, or a failure described by facts. */
export type Outcome = Answer | PanelFailure;

/** The service answered `ok: true`; `body` is its object without `ok`. */
export interface Answer {
	kind: 'answer';
	body: IDataObject;
}
