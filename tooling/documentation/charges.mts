/** Requests and charges in a situation, which `test/engine/whatIsCharged.test.mts` makes happen. */
export interface Charge {
	/** Order requests that leave. */
	requests: number;
	credits: number;
}

/** Situations of the page about charges, in the order of its table. */
export const charges = {
	allSucceed: { requests: 5, credits: 5 },
	refusedOnceRetryOnFail: { requests: 6, credits: 5 },
	refusedOnceRetryButton: { requests: 6, credits: 5 },
	connectionBreaks: { requests: 5, credits: 5 },
	retriedAgain: { requests: 7, credits: 5 },
	retriedTwiceAtOnce: { requests: 6, credits: 5 },
	loopWithLimit: { requests: 1, credits: 1 },
	agentRepeats: { requests: 1, credits: 1 },
	mcpClientRepeats: { requests: 1, credits: 1 },
	executedTwice: { requests: 2, credits: 2 },
	executedTwiceWithKey: { requests: 1, credits: 1 },
	stepExecutedTwice: { requests: 1, credits: 1 },
	retryFromNothing: { requests: 2, credits: 2 },
	subWorkflowRetried: { requests: 2, credits: 2 },
	subWorkflowRetriedWithKey: { requests: 1, credits: 1 },
	copiedWorkflow: { requests: 2, credits: 2 },
	answerLostWithKey: { requests: 1, credits: 1 },
	noAnswerInTime: { requests: 1, credits: 1 },
	dryRun: { requests: 0, credits: 0 },
	maxCredits: { requests: 3, credits: 3 },
	articleOnFourSites: { requests: 1, credits: 40 },
	articleOnNoSite: { requests: 1, credits: 0 },
} satisfies Record<string, Charge>;

export type ChargeName = keyof typeof charges;
