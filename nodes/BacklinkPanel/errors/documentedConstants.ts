/** The service's limit, per API key and over all endpoints, as its documentation states it. */
export const DOCUMENTED_REQUESTS_PER_MINUTE = 60;

/** Its prices, in credits. */
export const PRICE_PER_MONTH = 1;
export const PRICE_PER_SITE = 10;

/** The same for people and AI agents. */
export const PRICE_OF_BACKLINK = `${creditsInWords(PRICE_PER_MONTH)} a month`;
export const PRICE_OF_ARTICLE = `${creditsInWords(PRICE_PER_SITE)} a site`;

/** An amount in words, e.g. “1 credit”. */
export function creditsInWords(credits: number): string {
	return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}

/** The page of the panel on which keys of its API are created. */
export const API_KEYS_PAGE = 'Account → API';
