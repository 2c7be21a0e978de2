/**
 * Ends a batch: at the wish of the node itself (first failure in stop mode, a key that is not
 * accepted), or when the user stops the execution.
 */
export class BatchStop {
	private readonly controller = new AbortController();
	private readonly onCancel = () => this.stop();

	/** @param cancelSignal n8n's signal of this execution, where it has one */
	constructor(private readonly cancelSignal: AbortSignal | undefined) {
		if (cancelSignal?.aborted) this.stop();
		cancelSignal?.addEventListener('abort', this.onCancel, { once: true });
	}

	/**
	 * Aborted when the batch ends. All items have the same one: whoever listens for each of them does so
	 * by `AbortListeners`, because Node takes many listeners on one signal for a leak.
	 */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	get isStopped(): boolean {
		return this.signal.aborted;
	}

	/** Whether it was the user who stopped the execution. */
	get isCanceled(): boolean {
		return this.cancelSignal?.aborted ?? false;
	}

	/** Nothing more may be sent; what is in flight is waited for. */
	stop(): void {
		this.controller.abort();
	}

	/** n8n's signal outlives the node, so nothing of this batch may stay on it. */
	release(): void {
		this.cancelSignal?.removeEventListener('abort', this.onCancel);
	}
}
