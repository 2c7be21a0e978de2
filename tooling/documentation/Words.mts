import type { FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import type { ChargeName } from './charges.mts';

/** A row of the table of errors: a reason, or another form of its message. */
export type ErrorSituation = FailureReason | 'limitAsked' | 'limitOfPoll';

/** What the generated tables say in one language. The texts of the nodes are English in every language. */
export interface Words {
	operations: {
		/** Three columns: operation, what it does, price. */
		head: string[];
		/** By resource and value, e.g. `order get`; without one, the English words of the menu. */
		descriptions?: Record<string, string>;
		/** By the English words for it, `free` among them. */
		prices?: Record<string, string>;
	};
	errors: {
		/** Eight columns: when, reason, status, kod, message, charged, retryable, description. */
		head: string[];
		/** When each failure happens. */
		situations: Record<ErrorSituation, string>;
		/** What to do; without it, the description that the node gives, which is English. */
		explanations?: Record<ErrorSituation, string>;
		/** Stands for a kod that only the service knows. */
		asSent: string;
		/** Stand for messages that depend on the case. */
		namesTheField: string;
		namesTheId: string;
	};
	charges: {
		/** Three columns: situation, requests, credits. */
		head: string[];
		situations: Record<ChargeName, string>;
	};
}
