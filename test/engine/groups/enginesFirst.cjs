const Sequencer = require('@jest/test-sequencer').default;

/**
 * Puts the tests in n8n's engine first, because they take longest. Without the times of an earlier run, jest
 * begins with the largest files, and the files of the groups are the smallest ones.
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const isLong = ({ path }) => /[\\/]test[\\/]engine[\\/]/.test(path);
		const sorted = super.sort(tests);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
