const { projects } = require('../../jest.config.cjs');

/**
 * The tests that a mutant is run against: those that need no engine of n8n, because that takes seconds
 * to load for each mutant.
 */
module.exports = {
	...projects[0],
	rootDir: '../..',
	testMatch: [
		'<rootDir>/test/unit/*.test.mts',
		'<rootDir>/test/unit/description/{fields,storedNames}.test.mts',
		'<rootDir>/test/order-store/*.test.mts',
	],
	testPathIgnorePatterns: [
		'<rootDir>/test/unit/(triggerDescription|spendingLimitsAtOnce)',
		'<rootDir>/test/order-store/(everyInterleaving|anyOrderOfCalls|manyKeys)',
	],
};
