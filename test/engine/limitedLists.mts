/** [backlinks, articles] of the account, Type, Limit, [backlinks, articles] that come out. */
export const limitedLists = [
	[[10, 10], 'article', 5, [0, 5]],
	[[10, 3], 'article', 5, [0, 3]],
	[[0, 10], 'article', 5, [0, 5]],
	[[10, 10], 'all', 3, [2, 1]],
	[[10, 10], 'all', 1, [1, 0]],
	[[10, 1], 'all', 6, [5, 1]],
	[[10, 0], 'all', 6, [6, 0]],
	[[3, 3], 'all', 6, [3, 3]],
] as const;
