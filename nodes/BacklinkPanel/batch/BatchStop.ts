/**
 * Ends a batch: at the wish of the node itself (first failure in stop mode, a key that is not
 * accepted), or when the user stops the execution. Each item listens to a signal of its own, because
 * Node takes many listeners on one signal for a leak.
 */
export class BatchStop {
	private readonly running = new Set<AbortController>();
	private hasStopped = false;
	private readonly onCancel = () => this.stop();

	/** @param cancelSignal n8n's signal of this execution, where it has one */
	constructor(private readonly cancelSignal: AbortSignal | undefined) {
		if (cancelSignal?.aborted) this.stop();
		cancelSignal?.addEventListener('abort', this.onCancel, { once: true });
	}

	get isStopped(): boolean {
		return this.hasStopped;
	}

	/** Whether it was the user who stopped the execution. */
	get isCanceled(): boolean {
		return this.cancelSignal?.aborted ?? false;
	}

	/** Nothing more may be sent; what is under way is waited for. */
	stop(): void {
		this.hasStopped = true;
		for (const controller of this.running) controller.abort();
	}

	/** Runs an item's task with a signal that is aborted when the batch ends. */
	async runItem<Result>(task: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
		const controller = new AbortController();
		this.running.add(controller);
		try {
			return await task(controller.signal);
		} finally {
			this.running.delete(controller);
		}
	}

	/** n8n's signal outlives the node, so nothing of this batch may stay on it. */
	release(): void {
		this.cancelSignal?.removeEventListener('abort', this.onCancel);
	}
}
