import { accountGetBalance } from '../../nodes/BacklinkPanel/operations/accountGetBalance.ts';
import { filledIn } from './filledIn.mts';

const { request, read } = accountGetBalance.prepare(filledIn({}));

test('the balance is what the service answers, whatever form it gives it', () => {
	expect(request).toMatchObject({ method: 'GET', path: '/krediler', spendsCredits: false });
	for (const bakiye of [1000, 0, '12', 'çok']) {
		expect(read({ bakiye, birim: 'kredi' })).toEqual({
			kind: 'output',
			items: [{ bakiye, birim: 'kredi' }],
		});
	}
});

test.each([[{}], [{ bakiye: null }], [{ balance: 5 }]])('%j tells none', (body) => {
	expect(read(body)).toMatchObject({
		kind: 'failure',
		reason: 'unexpectedAnswer',
		httpStatus: 200,
		body,
	});
});
