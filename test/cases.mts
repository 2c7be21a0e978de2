/**
 * How many random cases are tried: few in `npm test`, many in `npm run test:all`.
 * Another number by hand: `CASES=500 npx jest hostileInput`.
 */
export function caseCount(few: number, many: number): number {
	return Number(process.env.CASES ?? ('manyCases' in globalThis ? many : few));
}
