import { maskedKey } from '../../../sandbox/maskedKey.mts';

describe('a masked key', () => {
	it.each([
		['demo_live_3f9c27a1b64e', 'demo_live_…b64e'],
		['3f9c27a1b64e', '…b64e'],
		['demo_live_short', 'demo_live_…'],
		['short', '…'],
	])('%s shows as %s', (key, masked) => {
		expect(maskedKey(key)).toBe(masked);
	});
});
