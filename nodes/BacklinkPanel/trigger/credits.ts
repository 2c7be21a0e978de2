/** Finer than this no service counts; what is beyond comes from computing with binary fractions. */
const DECIMALS = 6;

/** Credits to a millionth: 10.1 − 9.8 is 0.3 then, not 0.29999999999999893, and 0.1 + 0.2 is 0.3. */
export function roundedCredits(credits: number): number {
	return Number(credits.toFixed(DECIMALS));
}
