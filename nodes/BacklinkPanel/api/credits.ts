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

/** The credits that an answer tells; undefined if it tells no number. */
export function balanceOf({ bakiye }: IDataObject): number | undefined {
	return numberFromAnswer(bakiye);
}

/** What an answer comes to that should have told the credits. */
export function missingBalanceFailure(body: IDataObject): PanelFailure {
	const detail = 'The answer has no “bakiye” that is a number';
	return failure('unexpectedAnswer', { body, detail });
}

/** Asks the service for the credits on the account. */
export async function readBalance(
	client: PanelClient,
	options: SendOptions,
): Promise<number | PanelFailure> {
	const { outcome } = await client.send(balanceRequest, options);
	if (outcome.kind !== 'answer') return outcome;
	return balanceOf(outcome.body) ?? missingBalanceFailure(outcome.body);
}

/** 5,00 and 1.250,50 as in Turkey, but not 1,250, which may be meant either way. */
const COMMA_AS_POINT = /^(?!-?[1-9]\d{0,2},\d{3}$)-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/;
/** 1,250.50 */
const COMMAS_IN_BETWEEN = /^-?\d{1,3}(?:,\d{3})+\.\d+$/;

/** The number that a field of an answer tells; undefined if it tells none. Digits as text count. */
export function numberFromAnswer(value: unknown): number | undefined {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	const number = text === '' ? Number.NaN : Number(withoutCommas(text));
	return Number.isFinite(number) ? number : undefined;
}

function withoutCommas(text: string): string {
	if (COMMA_AS_POINT.test(text)) return text.replaceAll('.', '').replace(',', '.');
	return COMMAS_IN_BETWEEN.test(text) ? text.replaceAll(',', '') : text;
}

/** The same for a cost or a count: below 0 it would let a run spend more than it may. */
export function nonNegativeNumberFromAnswer(value: unknown): number | undefined {
	const number = numberFromAnswer(value) ?? -1;
	return number >= 0 ? number : undefined;
}

/** Finer than this no service counts; what is beyond comes from computing with binary fractions. */
const DECIMALS = 6;

/** Credits to a millionth: 10.1 − 9.8 is 0.3 then, not 0.29999999999999893, and 0.1 + 0.2 is 0.3. */
export function roundedCredits(credits: number): number {
	return Number(credits.toFixed(DECIMALS));
}
