import type { INodeExecutionData } from 'n8n-workflow';

import type { PanelFailure } from './panelFailure';
import { toItemError } from './itemError';

/**
 * A failed item for the continue modes. This shape, the single key `error` and a paired item, is
 * the only one that n8n 1.x and 2.x both route to the error output with the input's fields.
 */
export function toErrorItem(failure: PanelFailure, itemIndex: number): INodeExecutionData {
	return { json: { error: { ...toItemError(failure) } }, pairedItem: { item: itemIndex } };
}
