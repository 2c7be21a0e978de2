/** [backlinks, articles] of the account, Type, Limit, [backlinks, articles] that come out. */
export const limitedLists = [
	[[10, 10], 'article', 5, [0, 5]],
	[[10, 10], 'backlink', 5, [5, 0]],
	[[10, 3], 'article', 5, [0, 3]],
	[[3, 10], 'article', 5, [0, 5]],
	[[0, 10], 'article', 5, [0, 5]],
	[[10, 0], 'article', 5, [0, 0]],
	[[10, 10], 'all', 3, [2, 1]],
	[[10, 10], 'all', 1, [1, 0]],
	[[10, 10], 'all', 4, [2, 2]],
	[[10, 1], 'all', 6, [5, 1]],
	[[1, 10], 'all', 6, [1, 5]],
	[[10, 0], 'all', 6, [6, 0]],
	[[0, 10], 'all', 6, [0, 6]],
	[[3, 3], 'all', 50, [3, 3]],
	[[3, 3], 'all', 6, [3, 3]],
] as const;
