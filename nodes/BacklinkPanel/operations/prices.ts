/** The service's prices, in credits, as its documentation states them. */
export const CREDITS_PER_MONTH = 1;
export const CREDITS_PER_SITE = 10;
