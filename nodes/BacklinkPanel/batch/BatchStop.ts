/**
 * The one signal that ends a batch: given by the node itself (first failure in stop mode, a key that
 * is not accepted) or by n8n when the user stops the execution.
 */
export class BatchStop {
	private readonly controller = new AbortController();
	private readonly onCancel = () => this.controller.abort();

	/** @param cancelSignal n8n's signal of this execution, where it has one */
	constructor(private readonly cancelSignal: AbortSignal | undefined) {
		if (cancelSignal?.aborted) this.onCancel();
		cancelSignal?.addEventListener('abort', this.onCancel, { once: true });
	}

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** Whether it was the user who stopped the execution. */
	get isCanceled(): boolean {
		return this.cancelSignal?.aborted ?? false;
	}

	/** Nothing more may be sent; what is under way is waited for. */
	stop(): void {
		this.controller.abort();
	}

	/** n8n's signal outlives the node, so nothing of this batch may stay on it. */
	release(): void {
		this.cancelSignal?.removeEventListener('abort', this.onCancel);
	}
}
