import type { IDataObject } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import type { PanelClient, SendOptions } from './panelClient';
import type { ReadRequest } from './panelRequest';

/** Asks for the credits on the account, which costs nothing; the credential test calls the same address. */
export const balanceRequest: ReadRequest = {
	method: 'GET',
	path: '/krediler',
	spendsCredits: false,
};

/** The balance in an answer; undefined if it has no number. */
export function balanceOf({ bakiye }: IDataObject): number | undefined {
	return numberFromAnswer(bakiye);
}

/** The failure for an answer without a balance. */
export function missingBalanceFailure(body: IDataObject): PanelFailure {
	const detail = 'The answer has no “bakiye” that is a number';
	return failure('unexpectedAnswer', { body, detail });
}

/** Asks the service for the credits on the account. */
export async function readBalance(
	client: PanelClient,
	options: SendOptions,
): Promise<number | PanelFailure> {
	const outcome = await client.send(balanceRequest, options);
	if (outcome.kind === 'failure') return outcome;
	return balanceOf(outcome.body) ?? missingBalanceFailure(outcome.body);
}

/** The number in a field of an answer, also where it is text of digits; undefined for anything else. */
export function numberFromAnswer(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The same for a cost or a count: below 0 it would let a run spend more than it may. */
export function nonNegativeNumberFromAnswer(value: unknown): number | undefined {
	const number = numberFromAnswer(value) ?? -1;
	return number >= 0 ? number : undefined;
}

/** Credits to a millionth, so that 10.1 − 9.8 is 0.3 and not 0.29999999999999893. */
export function roundedCredits(credits: number): number {
	return Number(credits.toFixed(6));
}
