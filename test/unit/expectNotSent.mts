import type { NotSentCause } from '../../nodes/BacklinkPanel/errors/notSentCauses.ts';
import { told } from './helperErrors.mts';

/** A request that never left, with each form of the error that n8n throws then. */
export interface NotSent {
	situation: string;
	errors: unknown[];
	cause: NotSentCause;
}

/** For an order and for a read, whatever the form of the error. */
export function expectNotSent({ errors, cause }: NotSent): void {
	for (const error of errors) {
		for (const spendsCredits of [true, false]) {
			const failure = told(error, spendsCredits);
			expect(failure).toMatchObject({
				reason: 'notSent',
				notSentCause: cause,
				charged: 'no',
				retryable: true,
				httpStatus: null,
				kod: null,
			});
			expect(failure.message).toMatch(/^The service could not be reached: \S/);
			expect(failure.description).toContain('panel.example.com');
		}
	}
}
