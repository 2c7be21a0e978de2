import {
	isFirstPoll,
	pollWithoutOverlap,
	type ActiveTrigger,
} from '../../nodes/BacklinkPanel/trigger/ActiveTrigger.ts';

let namesSoFar = 0;
const newName = () => `trigger ${++namesSoFar}`;

/** What a poll gets. */
async function triggerOf(name: string): Promise<ActiveTrigger> {
	const trigger = await pollWithoutOverlap(name, async (each) => each);
	if (!trigger) throw new Error('A poll is running');
	return trigger;
}

test('of more than a thousand triggers, the one that polled longest ago begins anew', async () => {
	const [oldest, used] = [newName(), newName()];
	const triggers = [await triggerOf(oldest), await triggerOf(used)];
	for (let count = 0; count < 999; count += 1) {
		await triggerOf(newName());
		if (count === 500) await triggerOf(used);
	}
	expect(await triggerOf(used)).toBe(triggers[1]);
	expect(await triggerOf(oldest)).not.toBe(triggers[0]);
});

test('but not one whose poll is running: it still does not overlap', async () => {
	const name = newName();
	let end = () => {};
	const first = pollWithoutOverlap(name, () => new Promise<void>((done) => (end = done)));
	for (let other = 0; other < 1_000; other += 1) await triggerOf(newName());
	expect(await pollWithoutOverlap(name, async () => 'overlap')).toBeNull();
	end();
	await first;
});

describe('the first poll since the start', () => {
	test('n8n goes on with the static data that it loaded then', async () => {
		const trigger = await triggerOf(newName());
		const loaded = {};
		expect(isFirstPoll(trigger, loaded, 'activate')).toBe(true);
		expect(isFirstPoll(trigger, loaded, 'activate')).toBe(false);
		expect(isFirstPoll(trigger, {}, 'init')).toBe(true);
	});

	test('where n8n loads them for each poll, all but the first run as an update', async () => {
		const trigger = await triggerOf(newName());
		expect(isFirstPoll(trigger, {}, 'update')).toBe(true);
		expect(isFirstPoll(trigger, {}, 'update')).toBe(false);
		expect(isFirstPoll(trigger, {}, 'activate')).toBe(true);
	});
});
