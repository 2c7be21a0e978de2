/** The answers that a fault gives. */
export type FaultAnswerName =
	| 'latency'
	| 'reset'
	| 'timeout'
	| 'truncated'
	| 'badGateway'
	| 'status'
	| 'refusal'
	| 'invalidJson'
	| 'emptyBody'
	| 'html'
	| 'redirect'
	| 'nullLists'
	| 'extraFields'
	| 'tooManyRequests'
	| 'json';

/** A fault strikes before or after the service processed and charged the request. */
export type FaultPhase = 'before' | 'after';

/** Something that goes wrong, and the requests it happens to. */
export interface Fault {
	name?: string;
	answer: FaultAnswerName;
	/** Each answer has a phase of its own when none is given. */
	phase?: FaultPhase;
	method?: string;
	/** The path after `/api/v1`, such as `/backlink`. */
	path?: string;
	/** A part of the raw body. */
	bodyContains?: string;
	/** So many matching requests pass before the first strike. */
	skip?: number;
	/** So many strikes, then no more; unlimited when not given. */
	times?: number;
	status?: number;
	headers?: Record<string, string>;
	/** A text is sent as it is, anything else as JSON. */
	body?: unknown;
	/** Milliseconds before the answer. */
	delayMs?: number;
}

/** A fault that is in force, with what it has done so far. */
export interface ActiveFault extends Fault {
	id: string;
	/** Requests that matched. */
	matched: number;
	/** Requests that were struck. */
	struck: number;
}

/** The parts of a request that a fault is matched against. */
export interface FaultTarget {
	method: string;
	path: string;
	rawBody: string;
}

/** The faults in force. When several match, the earliest that is due strikes. */
export class Faults {
	private readonly active = new Map<string, ActiveFault>();
	private lastNumber = 0;

	/** Puts a fault in force and returns it with its id. */
	add(fault: Fault): ActiveFault {
		this.lastNumber += 1;
		const active = { ...fault, id: `fault-${this.lastNumber}`, matched: 0, struck: 0 };
		this.active.set(active.id, active);
		return active;
	}

	/** The faults in force, the earliest first. */
	list(): ActiveFault[] {
		return [...this.active.values()];
	}

	/** Lifts a fault; false when there was none with this id. */
	remove(id: string): boolean {
		return this.active.delete(id);
	}

	/** Lifts all faults. */
	clear(): void {
		this.active.clear();
	}

	/** The fault that strikes a request, out of those that `concerns` allows; null for none. */
	strike(target: FaultTarget, concerns: (fault: Fault) => boolean): ActiveFault | null {
		for (const fault of this.active.values()) {
			if (!concerns(fault) || !matches(fault, target)) continue;
			fault.matched += 1;
			if (fault.matched <= (fault.skip ?? 0)) continue;
			if (fault.struck >= (fault.times ?? Number.POSITIVE_INFINITY)) continue;
			fault.struck += 1;
			return fault;
		}
		return null;
	}
}

function matches(fault: Fault, target: FaultTarget): boolean {
	return (
		(fault.method === undefined || fault.method.toUpperCase() === target.method) &&
		(fault.path === undefined || fault.path === target.path) &&
		(fault.bodyContains === undefined || target.rawBody.includes(fault.bodyContains))
	);
}
