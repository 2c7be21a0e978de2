import { parseUrl } from '../../nodes/BacklinkPanel/api/webAddress.ts';

test('an address with Turkish letters is one, the twenty thousandth time too', () => {
	const refused = Array.from({ length: 20_000 }, (_, index) => `https://örnek.com/ürün-${index}`)
		// Text as it comes out of an answer or a spreadsheet, not put together here.
		.map((address): string => JSON.parse(JSON.stringify(address)))
		.filter((address) => parseUrl(address)?.hostname !== 'xn--rnek-4qa.com');
	expect(refused).toEqual([]);
});

test.each([[''], ['example.com'], ['https://'], ['https://[::']])('%j is none', (text) => {
	expect(parseUrl(text)).toBeUndefined();
});
