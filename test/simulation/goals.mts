/** What the limiter and the number of requests in flight are to reach. */
export const goals = {
	/** By the number of processes: the mean over all kinds of service but SLp, for which all is bad. */
	makespanToIdeal: new Map([
		[1, 1.045],
		[4, 1.06],
		[8, 1.1],
	]),
	/** The node's own Max Wait: no request of any process waits longer, SLp aside. */
	longestWaitMs: 900_000,
	/** A job of 5 beside one of 600. */
	latecomerMs: 180_000,
	/** With as many in flight as the node decides, over 60 in flight, on average. */
	adaptiveToSixty: 1.15,
	/** The same over ten in flight, in each single case; the answers differ by chance. */
	adaptiveToTen: 1.02,
	/** Lost answers, over those that ten in flight lose at the same panels. */
	shareOfLossesOfTen: { steady: 0.5, 'slows down': 0.8, thrashes: 0.6 },
};
