import type { FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import type { ChargeName } from './charges.mts';

/** What the generated tables say in one language. The texts of the nodes are English in every language. */
export interface Words {
	errors: {
		/** Eight columns: when, reason, status, kod, message, charged, retryable, description. */
		head: string[];
		/** When each failure happens. */
		situations: Record<FailureReason, string>;
		/** Stands for a kod that only the service knows. */
		asSent: string;
		/** Stands for the message of a field. */
		namesTheField: string;
	};
	charges: {
		/** Three columns: situation, requests, credits. */
		head: string[];
		situations: Record<ChargeName, string>;
	};
}
