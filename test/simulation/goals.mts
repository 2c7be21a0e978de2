/** Goals for the rate limiter, and for the number of requests in flight. */
export const goals = {
	/** Mean over all kinds of service but SLp (services.mts), at which every client is slow; by number of processes. */
	makespanToIdeal: new Map([
		[1, 1.045],
		[4, 1.06],
		[8, 1.1],
	]),
	/** Longest wait of a request, except at SLp: the default of the node's option Max Wait. */
	longestWaitMs: 900_000,
	/** Longest time for a job of 5 requests beside a job of 600. */
	latecomerMs: 180_000,
	/** Mean makespan with the number in flight that the node finds, relative to 60 in flight. */
	adaptiveToSixty: 1.15,
	/** Highest makespan of a single case, relative to ten in flight; 2 % are noise. */
	adaptiveToTen: 1.02,
	/** Lost answers relative to ten in flight, at the same services. */
	shareOfLossesOfTen: { steady: 0.5, 'slows down': 0.8, thrashes: 0.6 },
};
