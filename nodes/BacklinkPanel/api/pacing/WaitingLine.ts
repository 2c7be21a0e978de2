import { PriorityQueue } from './PriorityQueue';

interface Waiter {
	readonly ticket: { readonly number: number };
	/** When its waiting time is used up, in ms. */
	readonly deadline: number;
}

/** Those who wait for their turn. */
export class WaitingLine<Person extends Waiter> {
	private readonly byTicket = new PriorityQueue<Person>(
		(one, other) => one.ticket.number - other.ticket.number,
	);
	private readonly byDeadline = new PriorityQueue<Person>(
		(one, other) => one.deadline - other.deadline,
	);

	get length(): number {
		return this.byTicket.size;
	}

	/** Whose turn is next. */
	get first(): Person | undefined {
		return this.byTicket.first;
	}

	/** Whose waiting time is used up next. */
	get mostUrgent(): Person | undefined {
		return this.byDeadline.first;
	}

	join(person: Person): void {
		this.byTicket.add(person);
		this.byDeadline.add(person);
	}

	leave(person: Person): void {
		this.byTicket.remove(person);
		this.byDeadline.remove(person);
	}
}
