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

describe('a poll', () => {
	test('does nothing while the last one is running', async () => {
		const name = newName();
		let end = () => {};
		const first = pollWithoutOverlap(
			name,
			() => new Promise<string>((done) => (end = () => done('a'))),
		);
		expect(await pollWithoutOverlap(name, async () => 'b')).toBeNull();
		expect(await pollWithoutOverlap(newName(), async () => 'c')).toBe('c');
		end();
		expect(await first).toBe('a');
		expect(await pollWithoutOverlap(name, async () => 'd')).toBe('d');
	});

	test('that failed is over', async () => {
		const name = newName();
		await expect(
			pollWithoutOverlap(name, async () => {
				throw new Error('down');
			}),
		).rejects.toThrow('down');
		expect(await pollWithoutOverlap(name, async () => 'a')).toBe('a');
	});
});

describe('of more than a thousand triggers', () => {
	const pollOthers = async (count: number) => {
		for (let other = 0; other < count; other += 1) await triggerOf(newName());
	};

	test('the one that polled longest ago begins anew', async () => {
		const name = newName();
		const trigger = await triggerOf(name);
		await pollOthers(999);
		expect(await triggerOf(name)).toBe(trigger);
		await pollOthers(1_000);
		expect(await triggerOf(name)).not.toBe(trigger);
	});

	test('one whose poll is running still does not overlap', async () => {
		const name = newName();
		let end = () => {};
		const first = pollWithoutOverlap(name, () => new Promise<void>((done) => (end = done)));
		await pollOthers(1_000);
		expect(await pollWithoutOverlap(name, async () => 'overlap')).toBeNull();
		end();
		await first;
	});
});

describe('the first poll since the start', () => {
	test('n8n goes on with the static data that it loaded then', async () => {
		const trigger = await triggerOf(newName());
		const loaded = {};
		expect(isFirstPoll(trigger, loaded, 'activate')).toBe(true);
		expect(isFirstPoll(trigger, loaded, 'activate')).toBe(false);
		const loadedAgain = {};
		expect(isFirstPoll(trigger, loadedAgain, 'init')).toBe(true);
		expect(isFirstPoll(trigger, loadedAgain, 'init')).toBe(false);
	});

	test('where n8n loads them for each poll, all but the first run as an update', async () => {
		const trigger = await triggerOf(newName());
		expect(isFirstPoll(trigger, {}, 'activate')).toBe(true);
		expect(isFirstPoll(trigger, {}, 'update')).toBe(false);
		expect(isFirstPoll(trigger, {}, 'update')).toBe(false);
		expect(isFirstPoll(trigger, {}, 'activate')).toBe(true);
	});

	test('in a process of its own, an update is the first one too', async () => {
		expect(isFirstPoll(await triggerOf(newName()), {}, 'update')).toBe(true);
	});
});

test('of more than a thousand triggers, those that polled longest ago are forgotten', async () => {
	const [oldest, used] = [newName(), newName()];
	const triggers = [await triggerOf(oldest), await triggerOf(used)];
	for (let count = 0; count < 999; count += 1) {
		await triggerOf(newName());
		if (count === 500) expect(await triggerOf(used)).toBe(triggers[1]);
	}
	expect(await triggerOf(used)).toBe(triggers[1]);
	expect(await triggerOf(oldest)).not.toBe(triggers[0]);
});
