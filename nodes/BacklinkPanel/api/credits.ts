import type { IDataObject } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import type { PanelClient, SendOptions } from './panelClient';
import type { ReadRequest } from './panelRequest';

/** The request for the balance, which costs nothing. The credential test sends this request too. */
export const balanceRequest: ReadRequest = {
	method: 'GET',
	path: '/krediler',
	spendsCredits: false,
};

/** Reads the balance in an answer; undefined if the field is no number. */
export function balanceOf({ bakiye }: IDataObject): number | undefined {
	return numberFromAnswer(bakiye);
}

/** Makes the failure for an answer without a balance. */
export function missingBalanceFailure(body: IDataObject): PanelFailure {
	const detail = 'The answer has no “bakiye” that is a number';
	return failure('unexpectedAnswer', { body, detail });
}

/** Asks the service for the balance, in credits. */
export async function readBalance(
	client: PanelClient,
	options: SendOptions,
): Promise<number | PanelFailure> {
	const outcome = await client.send(balanceRequest, options);
	if (outcome.kind === 'failure') return outcome;
	return balanceOf(outcome.body) ?? missingBalanceFailure(outcome.body);
}

/** Reads a number in an answer, also from a text of digits; undefined for anything else. */
export function numberFromAnswer(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Reads a cost or a count. A number below 0 counts as missing: it would let a run spend more than its limit. */
export function nonNegativeNumberFromAnswer(value: unknown): number | undefined {
	const number = numberFromAnswer(value) ?? -1;
	return number >= 0 ? number : undefined;
}

/** Rounds credits to a millionth, so that 10.1 − 9.8 is 0.3. */
export function roundedCredits(credits: number): number {
	return Number(credits.toFixed(6));
}
