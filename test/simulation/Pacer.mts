import type { RateHints } from '../../nodes/BacklinkPanel/api/rateHeaders.ts';
import { RateGate, type Clock } from '../../nodes/BacklinkPanel/api/RateGate.ts';
import { AwsAdaptive } from './AwsAdaptive.mts';

/** How the service took a request, and what it said about its limit. */
export interface Reply {
	isAccepted: boolean;
	hints: RateHints;
}

/** A way to keep a limit: one for each process. */
export interface Pacer {
	/** Learns how many requests it will have to deliver. */
	announce?(requests: number): void;
	/** Sends a request, again and again until it is accepted. */
	deliver(send: () => Promise<Reply>): Promise<void>;
}

/** Longer than any simulation: what a request has to wait is what is measured. */
const ANY_WAIT = 1e9;

function createRateGate(clock: Clock): Pacer {
	const gate = new RateGate(60, { clock });
	return {
		announce: (requests) => gate.announce(requests),
		async deliver(send) {
			const ticket = gate.newTicket();
			gate.announce(-1);
			for (;;) {
				const admission = await gate.acquire(ticket, ANY_WAIT);
				if (admission.kind !== 'permit') throw new Error(`Not let through: ${admission.kind}`);
				const { isAccepted, hints } = await send();
				if (isAccepted) return gate.accepted(admission.permit, hints);
				gate.rejected(admission.permit, hints);
				ticket.rejections += 1;
			}
		},
	};
}

export const pacers = {
	RateGate: createRateGate,
	'AWS adaptive': (clock: Clock): Pacer => new AwsAdaptive(clock),
} satisfies Record<string, (clock: Clock) => Pacer>;

export type PacerName = keyof typeof pacers;
