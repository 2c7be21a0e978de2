const Sequencer = require('@jest/test-sequencer').default;

/**
 * Begins with the tests in n8n's engine, which take longest. Without jest's memory of an earlier run, jest
 * begins with the largest files; those of the groups are the smallest ones.
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const isLong = ({ path }) => /[\\/]test[\\/]engine[\\/]/.test(path);
		const sorted = super.sort(tests);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
