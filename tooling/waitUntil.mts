import { setTimeout as sleep } from 'node:timers/promises';

const timeLimitMs = 60_000;
const pollEveryMs = 50;

/**
 * Asks again until there is an answer.
 * @param what the awaited thing, for the error
 * @param ask returns undefined or false while there is no answer
 * @param limitMs longest wait in ms; default: a minute
 * @throws if there is no answer by then
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
