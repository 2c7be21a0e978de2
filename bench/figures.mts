/** The middle one of some numbers. */
export function median(numbers: number[]): number {
	const sorted = [...numbers].sort((one, other) => one - other);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
	const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
	return (lower + upper) / 2;
}

/** A number with as many digits as matter in a table. */
export function rounded(number: number): string {
	const digits = number < 10 ? 2 : number < 100 ? 1 : 0;
	return number.toFixed(digits);
}

/** How many times as much as something else. */
export function ratio(value: number, base: number | undefined): string {
	if (base === undefined) return '–';
	return `${(value / base).toFixed(2)} ×`;
}

/** Bytes in megabytes. */
export function megabytes(bytes: number): string {
	return rounded(bytes / 1_000_000);
}

/** Bytes in kilobytes. */
export function kilobytes(bytes: number): string {
	return rounded(bytes / 1000);
}
