import { failure, type PanelFailure } from '../errors/panelFailure';

/** Ends a poll. It is thrown from anywhere in a poll and put into words in one place. */
export class PollFailure extends Error {
	constructor(readonly failure: PanelFailure) {
		super(failure.detail);
	}
}

/** The settings of the node do not fit what the service lists. */
export function unfitSetting(message: string, advice: string): PollFailure {
	return new PollFailure(
		failure('invalidParameter', { spendsCredits: false, detail: message, advice }),
	);
}

/** The answer of the service has not the documented form. */
export function unexpectedAnswer(detail: string): PollFailure {
	return new PollFailure(failure('unexpectedAnswer', { spendsCredits: false, detail }));
}
