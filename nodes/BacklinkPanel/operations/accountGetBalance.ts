import { balanceRequest, missingBalanceFailure } from '../api/credits';
import { type ReadOperation, toOutput } from './Operation';

export const accountGetBalance: ReadOperation = {
	resource: 'account',
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get balance',
	description: 'Retrieve the credits that are available',
	spendsCredits: false,
	fields: [],
	prepare: () => ({
		request: balanceRequest,
		read: (body) =>
			body.bakiye === undefined || body.bakiye === null
				? missingBalanceFailure(body)
				: toOutput([body]),
	}),
};
