const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Begins with the file that takes longest: begun late, it would go on for minutes beside an idle worker. On a
 * fresh checkout jest does not know how long a file takes, and begins with the largest.
 */
module.exports = class LongestFirst extends Sequencer {
	async sort(tests) {
		const sorted = await super.sort(tests);
		const isLongest = ({ path }) => path.endsWith('neverTwice.test.mts');
		return [...sorted.filter(isLongest), ...sorted.filter((test) => !isLongest(test))];
	}
};
