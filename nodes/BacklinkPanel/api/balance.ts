import type { IDataObject } from 'n8n-workflow';

import { parseNumber } from './parseNumber';
import { BALANCE_PATH } from './parseCredential';
import type { ReadRequest } from './panelRequest';

/** Asks for the credits on the account; the credential test calls the same address. */
export const balanceRequest: ReadRequest = {
	method: 'GET',
	path: BALANCE_PATH,
	spendsCredits: false,
};

/** The credits that an answer tells; undefined if it tells no number. */
export function balanceOf({ bakiye }: IDataObject): number | undefined {
	return parseNumber(bakiye);
}
