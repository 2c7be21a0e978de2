import { DataDeduplicationService } from 'n8n-core';

import { deduplicationStore } from './deduplicationStore.mts';

/** Gives the engine the store; n8n does the same once, at its start. */
export function useDeduplicationStore(): void {
	try {
		DataDeduplicationService.getInstance();
	} catch {
		void DataDeduplicationService.init(deduplicationStore);
	}
}
