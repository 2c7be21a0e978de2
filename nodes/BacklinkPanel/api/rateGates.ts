import { sleep } from 'n8n-workflow';

import { accountIdentity } from './accountIdentity';
import type { PanelAccess } from './panelAccess';
import type { Clock } from './RateGate';
import { RateGate } from './RateGate';

const systemClock: Clock = {
	now: () => Date.now(),
	random: () => Math.random(),
	sleep: async (ms) => {
		await sleep(ms);
	},
};

const gates = new Map<string, RateGate>();

/**
 * The gate that all executions of this process share for a key at an address, since the service
 * counts per key. Queue workers are processes of their own and have gates of their own.
 */
export function rateGateFor(access: PanelAccess): RateGate {
	const identity = accountIdentity(access);
	const gate =
		gates.get(identity) ?? new RateGate(access.requestsPerMinute, { clock: systemClock });
	gate.requestsPerWindow = access.requestsPerMinute;
	gates.set(identity, gate);
	return gate;
}
