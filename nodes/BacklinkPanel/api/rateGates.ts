import { sleep } from 'n8n-workflow';

import { accountIdentity } from './accountIdentity';
import { DOCUMENTED_LIMIT } from './pacing/documentedLimit';
import type { PanelAccess } from './panelAccess';
import { type Clock, RateGate } from './RateGate';

const systemClock: Clock = {
	now: () => performance.now(),
	wallTime: () => Date.now(),
	random: () => Math.random(),
	sleep: async (ms) => {
		await sleep(ms);
	},
};

/** A gate that nobody used for so long is freed, and a limit that no credential named, in ms. */
const MEMORY_MS = 3_600_000;

/** Beyond so many gates, those that remember nothing of the last minute are freed earlier. */
const MOST_GATES = 1_000;

/** What is remembered of the answers that an account lost. */
export interface LostAnswers {
	/** When the last one was, on the clock that cannot be set, in ms. */
	lastAt: number;
}

interface GateInUse {
	gate: RateGate;
	lostAnswers: LostAnswers;
	/** In ms. */
	usedAt: number;
	/** When a credential named each “Requests per Minute” last, in ms. */
	namedAt: Map<number, number>;
}

/** The gates of a process, one for each key at an address, since the service counts per key. */
export class RateGates {
	/** The longest unused ones come first. */
	private readonly gates = new Map<string, GateInUse>();

	constructor(private readonly clock: Clock) {}

	get size(): number {
		return this.gates.size;
	}

	/**
	 * The gate for what a credential says; to be asked for with each request, so that it stays in use.
	 * Where credentials of the last hour name the same key and address, the lowest limit holds.
	 */
	gateFor(access: PanelAccess): RateGate {
		return this.use(access).gate;
	}

	/** What all batches of the account know of its lost answers, kept as long as its gate. */
	lostAnswersOf(access: PanelAccess): LostAnswers {
		return this.use(access).lostAnswers;
	}

	private use(access: PanelAccess): GateInUse {
		const now = this.clock.now();
		const { requestsPerMinute } = access;
		const identity = accountIdentity(access);
		const known = this.gates.get(identity);
		const namedAt = known?.namedAt ?? new Map<number, number>();
		namedAt.set(requestsPerMinute, now);
		const limits = [...namedAt.keys()].filter((limit) => isRecent(namedAt.get(limit), now));
		for (const limit of namedAt.keys()) if (!limits.includes(limit)) namedAt.delete(limit);

		const gate = known?.gate ?? new RateGate(requestsPerMinute, { clock: this.clock });
		gate.limitTo(Math.min(...limits), lowestOfUsers(limits));
		const lostAnswers = known?.lostAnswers ?? { lastAt: Number.NEGATIVE_INFINITY };
		const inUse: GateInUse = { gate, lostAnswers, usedAt: now, namedAt };
		this.gates.delete(identity);
		this.gates.set(identity, inUse);
		this.free(now);
		return inUse;
	}

	private free(now: number): void {
		for (const [identity, { gate, usedAt }] of this.gates) {
			if (isRecent(usedAt, now) && this.gates.size <= MOST_GATES) return;
			if (gate.isAtRest) this.gates.delete(identity);
		}
	}
}

function isRecent(time: number | undefined, now: number): boolean {
	return time !== undefined && now - time < MEMORY_MS;
}

/** The documented limit may be exceeded where the service bears it; any other one is the user's will. */
function lowestOfUsers(limits: number[]): number {
	return Math.min(...limits.filter((limit) => limit !== DOCUMENTED_LIMIT));
}

const gates = new RateGates(systemClock);

/** The gate that all executions of this process share. Queue workers are processes of their own. */
export function rateGateFor(access: PanelAccess): RateGate {
	return gates.gateFor(access);
}

/** The lost answers of an account, as all its executions in this process know them. */
export function lostAnswersOf(access: PanelAccess): LostAnswers {
	return gates.lostAnswersOf(access);
}
