/**
 * Returns the number of random cases to try: `few` in `npm test`, `many` in `npm run test:all`.
 * The environment variable CASES overrides both: `CASES=500 npx jest hostileInput`.
 */
export function caseCount(few: number, many: number): number {
	return Number(process.env.CASES ?? ('manyCases' in globalThis ? many : few));
}
