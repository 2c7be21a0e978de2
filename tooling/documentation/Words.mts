import type { FailureReason } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import type { ChargeName } from './charges.mts';

/** A row of the table of errors: a reason, or a further form of its message. */
export type ErrorSituation = FailureReason | 'limitAsked' | 'limitOfPoll';

/** Headings above the tables of errors. */
export type ErrorGroup = 'answered' | 'notSent' | 'noUsableAnswer';

/** Texts of the generated tables in one language. The nodes' texts are English in every language. */
export interface Words {
	operations: {
		/** Three columns: operation, effect, price. */
		head: string[];
		/** Texts by resource and value, e.g. `order get`; missing texts are the menu's English words. */
		descriptions?: Record<string, string>;
		/** Prices by their English words, including `free`. */
		prices?: Record<string, string>;
	};
	errors: {
		/** Three columns: message, charged, advice. */
		head: string[];
		/** Five columns: reason, status, kod, retryable, when. */
		reasonsHead: string[];
		groups: Record<ErrorGroup, string>;
		/** Situations of each failure, without the further messages of the rate limit. */
		situations: Record<FailureReason, string>;
		advice: Record<ErrorSituation, string>;
		/** Text for a kod that only the service knows. */
		asSent: string;
		/** Texts for messages that depend on the case. */
		messages: Record<'invalidParameter' | 'invalidCredential', string>;
	};
	charges: {
		/** Three columns: situation, requests, credits. */
		head: string[];
		situations: Record<ChargeName, string>;
	};
}
