import { inParallel } from '../../nodes/BacklinkPanel/batch/concurrency.ts';

/** Starts tasks that run until `end` gets their indexes. */
function setUp(count: number, limitAtFirst: number) {
	const ends = new Map<number, () => void>();
	const turnEnds: Array<() => void> = [];
	let turnsSoFar = 0;
	const state = { limit: limitAtFirst, isStopped: false };
	const results = inParallel(
		count,
		() => state.limit,
		() => state.isStopped,
		async (index) => {
			await new Promise<void>((resolve) => ends.set(index, resolve));
			return `result ${index}`;
		},
		async () => {
			turnsSoFar += 1;
			await new Promise<void>((resolve) => turnEnds.push(resolve));
		},
	);
	const settle = async () => await new Promise((resolve) => setImmediate(resolve));
	const end = async (...indexes: number[]) => {
		for (const index of indexes) {
			ends.get(index)?.();
			ends.delete(index);
			await settle();
		}
		turnEnds.pop()?.();
		await settle();
	};
	return {
		state,
		results,
		running: () => [...ends.keys()],
		end,
		turnsEnding: () => turnEnds.length,
		turnsSoFar: () => turnsSoFar,
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

test('tasks that end in one turn of the event loop get successors together, after the turn', async () => {
	const { running, end, turnsEnding } = setUp(9, 3);
	const ended = end(0, 1, 2);
	await new Promise((resolve) => setImmediate(resolve));
	expect(turnsEnding()).toBe(1);
	await ended;
	expect(running()).toEqual([3, 4, 5]);
	expect(turnsEnding()).toBe(0);
});

test('the end of a turn is not waited for where nothing is left to start', async () => {
	const { end, results, turnsSoFar } = setUp(2, 2);
	await end(0);
	await end(1);
	expect(turnsSoFar()).toBe(0);
	expect(await results).toEqual(['result 0', 'result 1']);
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
