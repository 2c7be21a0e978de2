import { balanceOf, balanceRequest } from '../api/balance';
import type { PanelClient, SendingLimits, Stopped } from '../api/panelClient';
import { failure, type PanelFailure } from '../errors/panelFailure';

/** Asks the service for the credits on the account. */
export async function readBalance(
	client: PanelClient,
	limits: SendingLimits,
): Promise<number | PanelFailure | Stopped> {
	const { outcome } = await client.send(balanceRequest, limits);
	if (outcome.kind !== 'answer') return outcome;
	const balance = balanceOf(outcome.body);
	if (balance !== undefined) return balance;
	return failure('unexpectedAnswer', {
		spendsCredits: false,
		body: outcome.body,
		detail: 'The answer has no “bakiye” that is a number',
	});
}
