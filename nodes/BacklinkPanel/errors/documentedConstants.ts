/** Requests per minute that the service's documentation allows for each API key, over all endpoints. */
export const DOCUMENTED_REQUESTS_PER_MINUTE = 60;

/** Prices by the service's documentation, in credits. */
export const PRICE_PER_MONTH = 1;
export const PRICE_PER_SITE = 10;

export const PRICE_OF_BACKLINK = `${creditsInWords(PRICE_PER_MONTH)} a month`;
export const PRICE_OF_ARTICLE = `${creditsInWords(PRICE_PER_SITE)} a site`;

export function creditsInWords(credits: number): string {
	return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}

/** Page of the panel on which users create API keys. */
export const API_KEYS_PAGE = 'Account → API';
