import type { IExecuteFunctions } from 'n8n-workflow';

import type { PanelClient } from '../api/panelClient';
import type { Operation } from '../operations/Operation';
import type { IdempotencyKeys } from './IdempotencyKeys';
import type { Ledger } from './Ledger';
import type { PreparedItems } from './PreparedItems';
import type { SpendingLimits } from './SpendingLimits';

/** What the items of a run have in common. */
export interface Batch {
	functions: IExecuteFunctions;
	operation: Operation;
	items: PreparedItems;
	client: PanelClient;
	ledger: Ledger;
	spending: SpendingLimits;
	keys: IdempotencyKeys;
}
