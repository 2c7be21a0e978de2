import type { IExecuteFunctions } from 'n8n-workflow';

import type { PanelClient } from '../api/panelClient';
import type { Operation } from '../operations/Operation';
import type { IdempotencyKeys } from './IdempotencyKeys';
import type { Ledger } from './Ledger';
import type { SpendingLimits } from './SpendingLimits';

/** What the items of a run have in common. */
export interface Batch {
	functions: IExecuteFunctions;
	operation: Operation;
	client: PanelClient;
	ledger: Ledger;
	spending: SpendingLimits;
	keys: IdempotencyKeys;
}
