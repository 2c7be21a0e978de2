import { SortedArray } from './SortedArray';
import type { Admission, RequestTurn } from './Permit';

export interface Waiter {
	readonly turn: RequestTurn;
	/** When its waiting time is used up, in ms that the process was awake. */
	readonly deadline: number;
	/** Takes it out of the queue, then asks what to tell it. */
	settle(admission: () => Admission): void;
}

const byTurn = (one: Waiter, other: Waiter) => one.turn.number - other.turn.number;

/** Those who wait for their turn. */
export class WaitQueue {
	private readonly inTurn = new SortedArray<Waiter>(byTurn);
	private readonly inUrgency = new SortedArray<Waiter>(
		(one, other) => one.deadline - other.deadline || byTurn(one, other),
	);

	get length(): number {
		return this.inTurn.size;
	}

	/** Whose turn is next. */
	get first(): Waiter | undefined {
		return this.inTurn.first;
	}

	/** Whose waiting time is used up next. */
	get mostUrgent(): Waiter | undefined {
		return this.inUrgency.first;
	}

	add(waiter: Waiter): void {
		this.inTurn.add(waiter);
		this.inUrgency.add(waiter);
	}

	remove(waiter: Waiter): void {
		this.inTurn.remove(waiter);
		this.inUrgency.remove(waiter);
	}
}
