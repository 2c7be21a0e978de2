import { inParallel } from '../../nodes/BacklinkPanel/batch/inParallel.ts';

/** Tasks that end when they are told to. */
function setUp(count: number, limitAtFirst: number) {
	const ends = new Map<number, () => void>();
	const state = { limit: limitAtFirst, isStopped: false };
	const results = inParallel(
		count,
		() => state.limit,
		() => state.isStopped,
		async (index) => {
			await new Promise<void>((resolve) => ends.set(index, resolve));
			return `result ${index}`;
		},
	);
	return {
		state,
		results,
		running: () => [...ends.keys()],
		end: async (index: number) => {
			ends.get(index)?.();
			ends.delete(index);
			await new Promise((resolve) => setImmediate(resolve));
		},
	};
}

test('no more run at once than the limit says, in the order of their indexes', async () => {
	const { running, end } = setUp(5, 2);
	expect(running()).toEqual([0, 1]);
	await end(1);
	expect(running()).toEqual([0, 2]);
});

test('a limit that has grown lets several start, one that has shrunk none', async () => {
	const { running, end, state } = setUp(9, 2);
	state.limit = 4;
	await end(0);
	expect(running()).toEqual([1, 2, 3, 4]);
	state.limit = 2;
	await end(1);
	await end(2);
	expect(running()).toEqual([3, 4]);
	await end(3);
	expect(running()).toEqual([4, 5]);
});

test('the results are in the order of the indexes; what was not started has none', async () => {
	const { end, state, results } = setUp(4, 2);
	await end(1);
	state.isStopped = true;
	await end(2);
	await end(0);
	expect(await results).toEqual(['result 0', 'result 1', 'result 2', undefined]);
});

test('nothing to do is done at once', async () => {
	expect(await setUp(0, 10).results).toEqual([]);
});
