import fc from 'fast-check';

import type { Fault } from '../../../sandbox/sandbox.mts';

const refusal = (status: number, kod: string): Partial<Fault> & Pick<Fault, 'answer'> => ({
	answer: 'status',
	status,
	body: { ok: false, kod, hata: 'Hayır' },
});

/** Faults of the sandbox that can hit an order, once or always. */
export const faults = {
	none: undefined,
	slow: { answer: 'latency', delayMs: 8 },
	refusedOnce: { ...refusal(422, 'yasak'), times: 1 },
	refusedAlways: refusal(422, 'yasak'),
	noSiteOnce: { ...refusal(409, 'uygunSiteYok'), times: 1 },
	tooManyOnce: { answer: 'tooManyRequests', times: 1, headers: { 'retry-after': '0' } },
	unclear: { answer: 'refusal', body: { ok: false, kod: 'bakim', hata: 'Bakım' }, times: 1 },
	brokenAfterwards: { answer: 'reset', times: 1 },
	brokenBefore: { answer: 'reset', phase: 'before', times: 1 },
	cut: { answer: 'truncated', times: 1 },
	gateway: { answer: 'badGateway', times: 1 },
	noJson: { answer: 'invalidJson', times: 1 },
	empty: { answer: 'emptyBody', times: 1 },
	redirected: { answer: 'redirect', times: 1 },
} satisfies Record<string, Fault | undefined>;

export type FaultName = keyof typeof faults;

const unpleasant = (Object.keys(faults) as FaultName[]).filter(
	// Leaves out the 429, which makes a case wait for a second; rateLimit.test.mts tests 429s.
	(name) => name !== 'tooManyOnce' && name !== 'none',
);

/** Fault of an item; none in two of five cases. */
export const anyFault = fc.oneof(
	{ weight: 2, arbitrary: fc.constant<FaultName>('none') },
	{ weight: 3, arbitrary: fc.constantFrom(...unpleasant) },
);
