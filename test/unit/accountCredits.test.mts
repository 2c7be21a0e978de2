import { accountCreditsOf } from '../../nodes/BacklinkPanel/orders/spending/AccountCredits.ts';
import { nothingSpent } from '../../nodes/BacklinkPanel/orders/spending/spentCredits.ts';
import { backlink } from './spendingRuns.mts';

describe('the credits of an account', () => {
	test('are one object for each account, while it is used', () => {
		expect(accountCreditsOf('one')).toBe(accountCreditsOf('one'));
		expect(accountCreditsOf('one')).not.toBe(accountCreditsOf('other'));
	});

	test('are freed after an hour without use, but not while an order is in flight', () => {
		const hours = jest.spyOn(performance, 'now');
		try {
			hours.mockReturnValue(0);
			const idle = accountCreditsOf('idle');
			const busy = accountCreditsOf('busy');
			busy.inFlight.add(backlink(), nothingSpent());
			hours.mockReturnValue(3_600_001);
			accountCreditsOf('another');
			expect(accountCreditsOf('idle')).not.toBe(idle);
			expect(accountCreditsOf('busy')).toBe(busy);
		} finally {
			hours.mockRestore();
		}
	});
});
