/** How an answer compares with the documentation and with what the node can use. */
export type Verdict = 'asDocumented' | 'notDocumented' | 'differs';

/** One thing that was looked at. */
export interface Finding {
	verdict: Verdict;
	/** Which answer. */
	answer: string;
	/** What of it, e.g. `content type`. */
	what: string;
	documented: string;
	/** What the service does. */
	seen: string;
	/** What the node makes of it. */
	node: string;
}

/** A finding whose verdict is whether what was seen is what is documented. */
export function compared(facts: Omit<Finding, 'verdict'>, isAsDocumented: boolean): Finding {
	return { verdict: isAsDocumented ? 'asDocumented' : 'differs', ...facts };
}

/** A finding about what is not documented; it differs where the node cannot use it. */
export function undocumented(
	facts: Omit<Finding, 'verdict' | 'documented'>,
	isUsable: boolean,
): Finding {
	return { verdict: isUsable ? 'notDocumented' : 'differs', documented: 'not shown', ...facts };
}
