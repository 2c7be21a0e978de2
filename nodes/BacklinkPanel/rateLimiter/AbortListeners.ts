/**
 * What is to be done when a signal is aborted, with a single listener on each signal: a batch has one
 * signal for all its requests, and Node takes more than ten listeners for a leak and warns of it.
 */
export class AbortListeners {
	private readonly actions = new Map<AbortSignal, Set<() => void>>();

	/** The action is done once, when the signal is aborted, unless it is removed before. */
	add(signal: AbortSignal, action: () => void): void {
		const present = this.actions.get(signal);
		if (present) {
			present.add(action);
			return;
		}
		this.actions.set(signal, new Set([action]));
		signal.addEventListener('abort', this.onAbort);
	}

	remove(signal: AbortSignal, action: () => void): void {
		const present = this.actions.get(signal);
		present?.delete(action);
		if (present?.size !== 0) return;
		this.actions.delete(signal);
		signal.removeEventListener('abort', this.onAbort);
	}

	private readonly onAbort = () => {
		for (const [signal, actions] of [...this.actions]) {
			if (!signal.aborted) continue;
			for (const action of [...actions]) {
				this.remove(signal, action);
				action();
			}
		}
	};
}
