import { sleep } from 'n8n-workflow';

import type { Clock } from '../rateLimiter/Clock';

/** The clock of this machine, for all that waits or reads the time; tests replace its functions. */
export const systemClock: Clock = {
	now: () => performance.now(),
	wallTime: () => Date.now(),
	random: () => Math.random(),
	sleep,
};
