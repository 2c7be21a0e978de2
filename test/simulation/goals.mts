import type { ServiceKind } from './services.mts';
import type { Cell } from './sweep.mts';

/** What the limiter and the number of requests in flight are to reach. SLp has to finish; its other figures are bad for all. */
export const goals = {
	makespanToIdeal: 1.07,
	/** Of the 429s of AWS's adaptive mode. */
	shareOfAwsRejections: 0.5,
	latecomerMs: 120_000,
	/** A burst of 60 from rest, over what the same number in flight needs without any limiter. */
	burstToPool: 1.5,
	/** With as many in flight as the node decides, over 60 in flight, on average. */
	adaptiveToSixty: 1.15,
	/** The same over ten in flight, in each single case; the answers differ by chance. */
	adaptiveToTen: 1.02,
	/** Lost answers, over what ten in flight lose at the same panels. */
	shareOfLossesOfTen: { steady: 0.5, 'slows down': 0.8, thrashes: 0.6 },
};

/** What a cell misses, in words; nothing if it reaches all goals. */
export function missed(service: ServiceKind, limiter: Cell, aws: Cell): string[] {
	const failures: string[] = [];
	if (limiter.unfinished > 0)
		failures.push(`${limiter.unfinished} of ${limiter.runs} did not finish`);
	if (service !== 'SLp' && limiter.makespanToIdeal > goals.makespanToIdeal) {
		failures.push(`makespan ${limiter.makespanToIdeal.toFixed(3)} × ideal`);
	}
	const share = limiter.rejectionShare / aws.rejectionShare;
	if (share > goals.shareOfAwsRejections) failures.push(`${share.toFixed(2)} of AWS’s 429s`);
	return failures.map((failure) => `${service}: ${failure}`);
}
