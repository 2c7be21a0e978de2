import { failure } from '../errors/panelFailure';
import { BALANCE_PATH } from '../api/panelAccess';
import { output, type Operation } from './Operation';

/** Account → Get Balance: the credits that are available to the key's account. */
export const accountGetBalance: Operation = {
	resource: 'account',
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get balance',
	description: 'Retrieve the credits that are available, at no cost',
	spendsCredits: false,
	fields: [],
	prepare: () => ({
		request: { method: 'GET', path: BALANCE_PATH, spendsCredits: false },
		read: (body) =>
			body.bakiye === undefined || body.bakiye === null
				? failure('unexpectedAnswer', {
						spendsCredits: false,
						body,
						detail: 'The answer has no “bakiye”',
					})
				: output([body]),
	}),
};
