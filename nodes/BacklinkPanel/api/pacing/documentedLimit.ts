/** Requests a minute, as the service's documentation has it. How they are counted it does not say. */
export const DOCUMENTED_LIMIT = 60;
