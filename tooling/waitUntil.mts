import { setTimeout as sleep } from 'node:timers/promises';

const timeLimitMs = 60_000;
const pollEveryMs = 50;

/**
 * Asks again and again until the answer is there.
 * @param what is waited for, for the error
 * @param ask answers undefined or false as long as it is not
 * @param limitMs how long, in ms: a minute unless given
 * @throws when it is not there by then
 */
export async function waitUntil<Answer>(
	what: string,
	ask: () => Promise<Answer | undefined | false>,
	limitMs = timeLimitMs,
): Promise<Answer> {
	const deadline = Date.now() + limitMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		if (Date.now() > deadline) {
			throw new Error(`After ${limitMs / 1000} s there is still no ${what}`);
		}
		await sleep(pollEveryMs);
	}
}
