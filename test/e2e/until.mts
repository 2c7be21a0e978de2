import { setTimeout as sleep } from 'node:timers/promises';

const pollEveryMs = 20;
const timeLimitMs = 60_000;

/**
 * Asks again and again until the answer is there.
 * @param what is waited for, for the error
 * @param ask answers undefined or false as long as it is not
 * @throws when that lasts a minute
 */
export async function until<Answer>(
	what: string,
	ask: () => Promise<Answer | undefined | false>,
): Promise<Answer> {
	const deadline = Date.now() + timeLimitMs;
	while (Date.now() < deadline) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		await sleep(pollEveryMs);
	}
	throw new Error(`After ${timeLimitMs / 1000} s there is still no ${what}`);
}
