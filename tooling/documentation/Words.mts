import type { FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import type { ChargeName } from './charges.mts';

/** A row of the table of errors: a reason, or another form of its message. */
export type ErrorSituation = FailureReason | 'limitAsked' | 'limitOfPoll';

/** The headings above the tables of errors. */
export type ErrorGroup = 'answered' | 'notSent' | 'noUsableAnswer';

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
		/** Three columns: message, charged, what to do. */
		head: string[];
		/** Five columns: reason, status, kod, retryable, when. */
		reasonsHead: string[];
		groups: Record<ErrorGroup, string>;
		/** When each failure happens, but for the further messages of the rate limit. */
		situations: Record<FailureReason, string>;
		advice: Record<ErrorSituation, string>;
		/** Stands for a kod that only the service knows. */
		asSent: string;
		/** Stand for messages that depend on the case. */
		messages: Record<'invalidParameter' | 'invalidCredential', string>;
	};
	charges: {
		/** Three columns: situation, requests, credits. */
		head: string[];
		situations: Record<ChargeName, string>;
	};
}
