import type { ICheckProcessedOptions, IDeduplicationOutput, IExecuteFunctions } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import { inLockedStore } from './lockedStore';
import { oneAtATimeUnless } from './oneAtATime';

/** How many keys of a workflow are remembered, the newest ones. */
const KEYS_KEPT = 10_000;

/** An order under way has two entries in n8n's store, so this many keep the keys above in any case. */
const STORE: ICheckProcessedOptions = { mode: 'entries', maxEntries: 2 * KEYS_KEPT };

/** What is known of a key: nothing, an order that was placed, or one whose outcome is open. */
export type KeyState = 'free' | 'done' | 'open';

/**
 * Remembers, over all executions of a workflow, for which idempotency keys something was ordered.
 * n8n's own store keeps the entries: `sent` for a key that was used, and `open` beside it until the
 * outcome is known. The store can only be asked by writing, and it does not lock, so all calls are made
 * in `inLockedStore`. Whenever n8n ends, an order without a known outcome is `open`: never taken for
 * placed, never sent again by itself.
 */
export class IdempotencyKeys {
	private readonly workflowId: string | undefined;

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly operation: string,
	) {
		this.workflowId = functions.getWorkflow().id;
	}

	/**
	 * Runs a task while no other item or execution of this process works on the same key.
	 *
	 * @returns undefined if the signal came before it was this task's turn
	 */
	async whileHolding<Result>(
		key: string,
		signal: AbortSignal,
		task: () => Promise<Result>,
	): Promise<Result | undefined> {
		const name = `key ${this.workflowId} ${this.operation} ${key}`;
		return await oneAtATimeUnless(signal, name, task);
	}

	/** Looks a key up, and records that an order is about to be sent if the key was free. */
	async claim(key: string): Promise<KeyState | PanelFailure> {
		if (!this.workflowId) {
			return failure('invalidParameter', {
				spendsCredits: true,
				detail:
					'“Idempotency Key” needs a saved workflow, because keys are remembered for each workflow',
			});
		}
		try {
			return await this.inStore(async () => {
				const entries = [sentEntry(this.operation, key), openEntry(this.operation, key)];
				const found = await this.checkAndRecord(entries);
				const [wasSent, isOpen] = entries.map((entry) => found.processed.includes(entry));
				if (!wasSent) return 'free';
				if (isOpen) return 'open';
				await this.remove([openEntry(this.operation, key)]);
				return 'done';
			});
		} catch (error) {
			return failure('orderStoreUnavailable', {
				spendsCredits: true,
				detail: error instanceof Error ? error.message : String(error),
			});
		}
	}

	/**
	 * The order of this key was placed. The lock does not keep other nodes from the workflow's row, such
	 * as one that removes duplicates: what they may have overwritten meanwhile is recorded again.
	 */
	async markDone(key: string): Promise<void> {
		await this.inStore(async () => {
			await this.checkAndRecord([sentEntry(this.operation, key)]);
			await this.remove([openEntry(this.operation, key)]);
		});
	}

	/** The order of this key was certainly not placed: the key may be used again. */
	async release(key: string): Promise<void> {
		const entries = [sentEntry(this.operation, key), openEntry(this.operation, key)];
		await this.inStore(async () => await this.remove(entries));
	}

	private async checkAndRecord(entries: string[]): Promise<IDeduplicationOutput> {
		return await this.functions.helpers.checkProcessedAndRecord(entries, 'workflow', STORE);
	}

	private async remove(entries: string[]): Promise<void> {
		await this.functions.helpers.removeProcessed(entries, 'workflow', STORE);
	}

	private async inStore<Result>(task: () => Promise<Result>): Promise<Result> {
		return await inLockedStore(this.functions, task);
	}
}

function sentEntry(operation: string, key: string): string {
	return `backlinkPanel ${operation} sent ${key}`;
}

function openEntry(operation: string, key: string): string {
	return `backlinkPanel ${operation} open ${key}`;
}
