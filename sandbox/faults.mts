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

/** Time at which a fault strikes: before or after the service has processed and charged the request. */
export type FaultPhase = 'before' | 'after';

/** A simulated failure, and the requests that it strikes. */
export interface Fault {
	name?: string;
	answer: FaultAnswerName;
	/** Default: the phase of the answer. */
	phase?: FaultPhase;
	method?: string;
	/** Path after `/api/v1`, e.g. `/backlink`. */
	path?: string;
	/** Text that the raw body must contain. */
	bodyContains?: string;
	/** Number of matching requests that pass before the first strike. */
	skip?: number;
	/** Most strikes; default: unlimited. */
	times?: number;
	status?: number;
	headers?: Record<string, string>;
	/** Body of the answer: a text is sent unchanged, other values as JSON. */
	body?: unknown;
	/** Delay of the answer, in ms. */
	delayMs?: number;
}

/** A fault in force, and its counts so far. */
export interface ActiveFault extends Fault {
	id: string;
	/** Requests that matched. */
	matched: number;
	/** Requests that the fault struck. */
	struck: number;
}

/** Parts of a request that faults can match. */
export interface FaultTarget {
	method: string;
	path: string;
	rawBody: string;
}

/** Faults in force. If several match, the earliest that is due strikes. */
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

	/** Lifts a fault; returns false if none has this id. */
	remove(id: string): boolean {
		return this.active.delete(id);
	}

	clear(): void {
		this.active.clear();
	}

	/** Finds the fault that strikes a request, among those that `concerns` allows; null if none does. */
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
