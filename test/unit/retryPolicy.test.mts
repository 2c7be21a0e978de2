import { waitBeforeRetry } from '../../nodes/BacklinkPanel/api/panelClient.ts';
import type { NotSentCause } from '../../nodes/BacklinkPanel/errors/notSentCauses.ts';
import {
	failure,
	type FailureReason,
	type PanelFailure,
} from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { failureReasons } from './failureReasons.mts';

const SECOND = 1000;

function failed(reason: FailureReason, facts: Partial<PanelFailure> = {}) {
	return failure(reason, { detail: '', ...facts });
}

/** The waits before the further tries, until there are no more. */
function waits(failed: PanelFailure, random = 1): number[] {
	const found: number[] = [];
	for (let tries = 1; tries < 100; tries++) {
		const wait = waitBeforeRetry(failed, tries, random);
		if (wait === undefined) return found;
		found.push(wait);
	}
	throw new Error('tried without end');
}

const patient = [1 * SECOND, 2 * SECOND, 4 * SECOND];

describe('a request that provably never left is sent again', () => {
	test.each<[NotSentCause, number[]]>([
		['connectionRefused', patient],
		['hostUnreachable', patient],
		['connectionNotReady', patient],
		['nameNotResolvedYet', patient],
		['proxyUnavailable', patient],
		['nameUnknown', [1 * SECOND]],
		['connectionTimedOut', [1 * SECOND]],
		['handshake', []],
		['certificate', []],
		['proxyRefused', []],
		['blocked', []],
		['credentialUnreadable', []],
		['invalidAddress', []],
	])('%s, after these times: %j', (notSentCause, expected) => {
		expect(waits(failed('notSent', { notSentCause }))).toEqual(expected);
	});
});

/** A lost answer is `outcomeUnknown` for a create; only a read comes to `readFailed`. */
const otherReasons = failureReasons.filter(
	(reason) => reason !== 'notSent' && reason !== 'readFailed',
);

describe('a create is never sent again in any other case', () => {
	test.each(otherReasons)('%s', (reason) => {
		expect(waits(failed(reason))).toEqual([]);
		const facts = { isTransient: true, retryAfterMs: 1, httpStatus: 503 };
		expect(waits(failed(reason, facts))).toEqual([]);
	});

	test('not sent for a reason that nobody named', () => {
		expect(waits(failed('notSent'))).toEqual([]);
	});
});

describe('a read is sent again', () => {
	test('when its answer was lost on the way, at most three times', () => {
		expect(waits(failed('readFailed', { isTransient: true }))).toEqual(patient);
	});

	test.each([0, 0.25, 0.5])(
		'earlier by chance, so that workers do not come at once: %f',
		(random) => {
			expect(waits(failed('readFailed', { isTransient: true }), random)).toEqual(
				patient.map((wait) => wait * random),
			);
		},
	);

	test('when the service asked for a wait, after that', () => {
		const asked = failed('readFailed', { isTransient: true, retryAfterMs: 3 * SECOND });
		expect(waits(asked)).toEqual([3 * SECOND, 3 * SECOND, 3 * SECOND]);
	});

	test('after 20 s at the most, however long the service asked for', () => {
		const asked = failed('readFailed', { isTransient: true, retryAfterMs: 600 * SECOND });
		expect(waits(asked)[0]).toBe(20 * SECOND);
	});

	test('not when the answer would be the same again, such as a redirect', () => {
		expect(waits(failed('readFailed', { isTransient: false }))).toEqual([]);
		expect(waits(failed('readFailed'))).toEqual([]);
	});
});
