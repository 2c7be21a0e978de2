/** Whether objects and lists lie in each other more than so many levels deep. */
export function isNestedDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return (
		levels === 0 || Object.values(value).some((entry) => isNestedDeeperThan(levels - 1, entry))
	);
}
