import type { PanelClient, SendingLimits, Stopped } from '../api/panelClient';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { balanceRequest } from '../operations/accountGetBalance';

/** Asks the service for the credits on the account. */
export async function readBalance(
	client: PanelClient,
	limits: SendingLimits,
): Promise<number | PanelFailure | Stopped> {
	const { outcome } = await client.send(balanceRequest, limits);
	if (outcome.kind !== 'answer') return outcome;
	const balance = Number(outcome.body.bakiye ?? Number.NaN);
	if (Number.isFinite(balance)) return balance;
	return failure('unexpectedAnswer', {
		spendsCredits: false,
		body: outcome.body,
		detail: 'The answer has no “bakiye” that is a number',
	});
}
