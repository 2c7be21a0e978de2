import {
	isFirstPoll,
	unlessUnderWay,
	type TriggerWatch,
} from '../../nodes/BacklinkPanel/trigger/TriggerWatch.ts';

let namesSoFar = 0;
const newName = () => `trigger ${++namesSoFar}`;

/** The watch of a trigger, as one poll gets it. */
async function watchOf(name: string): Promise<TriggerWatch> {
	const watch = await unlessUnderWay(name, async (each) => each);
	if (!watch) throw new Error('A poll is running');
	return watch;
}

describe('a poll', () => {
	test('does nothing while the last one is running', async () => {
		const name = newName();
		let end = () => {};
		const first = unlessUnderWay(
			name,
			() => new Promise<string>((done) => (end = () => done('a'))),
		);
		expect(await unlessUnderWay(name, async () => 'b')).toBeNull();
		expect(await unlessUnderWay(newName(), async () => 'c')).toBe('c');
		end();
		expect(await first).toBe('a');
		expect(await unlessUnderWay(name, async () => 'd')).toBe('d');
	});

	test('that failed is over', async () => {
		const name = newName();
		await expect(
			unlessUnderWay(name, async () => {
				throw new Error('down');
			}),
		).rejects.toThrow('down');
		expect(await unlessUnderWay(name, async () => 'a')).toBe('a');
	});
});

describe('the first poll since the start', () => {
	test('n8n goes on with the static data that it loaded then', async () => {
		const watch = await watchOf(newName());
		const loaded = {};
		expect(isFirstPoll(watch, loaded, 'activate')).toBe(true);
		expect(isFirstPoll(watch, loaded, 'activate')).toBe(false);
		const loadedAgain = {};
		expect(isFirstPoll(watch, loadedAgain, 'init')).toBe(true);
		expect(isFirstPoll(watch, loadedAgain, 'init')).toBe(false);
	});

	test('where n8n loads them for each poll, all but the first run as an update', async () => {
		const watch = await watchOf(newName());
		expect(isFirstPoll(watch, {}, 'activate')).toBe(true);
		expect(isFirstPoll(watch, {}, 'update')).toBe(false);
		expect(isFirstPoll(watch, {}, 'update')).toBe(false);
		expect(isFirstPoll(watch, {}, 'activate')).toBe(true);
	});

	test('in a process of its own, an update is the first one too', async () => {
		expect(isFirstPoll(await watchOf(newName()), {}, 'update')).toBe(true);
	});
});

test('of more than a thousand triggers, those that polled longest ago are forgotten', async () => {
	const [oldest, used] = [newName(), newName()];
	const watches = [await watchOf(oldest), await watchOf(used)];
	for (let count = 0; count < 999; count += 1) {
		await watchOf(newName());
		if (count === 500) expect(await watchOf(used)).toBe(watches[1]);
	}
	expect(await watchOf(used)).toBe(watches[1]);
	expect(await watchOf(oldest)).not.toBe(watches[0]);
});
