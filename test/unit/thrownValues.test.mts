import fc from 'fast-check';

import { notSentCauseOf } from '../../nodes/BacklinkPanel/api/notSentCauseOf.ts';
import { caseCount } from '../cases.mts';

test('whatever is thrown, the decision is made', () => {
	fc.assert(
		fc.property(fc.anything({ withNullPrototype: true, maxDepth: 5 }), (thrown) => {
			expect(() => notSentCauseOf(thrown)).not.toThrow();
			expect(() =>
				notSentCauseOf({ cause: thrown, errors: [thrown], request: thrown }),
			).not.toThrow();
		}),
		{ numRuns: caseCount(300, 3_000) },
	);
});

test.each([
	'name',
	'code',
	'message',
	'syscall',
	'httpCode',
	'messages',
	'errors',
	'request',
	'cause',
])('a field %s that cannot be made a text decides nothing', (field) => {
	const unprintable: unknown = Object.create(null);
	for (const value of [unprintable, [unprintable]]) {
		expect(notSentCauseOf({ [field]: value })).toBeUndefined();
		expect(notSentCauseOf({ cause: { [field]: value } })).toBeUndefined();
	}
});
