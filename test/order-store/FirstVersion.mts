import type {
	ClaimRequest,
	ConcludedKey,
	OptionalDeduplicationHelpers,
	KeyState,
	OrderStoreEnvironment,
} from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';

const LOCK_ROW = { mode: 'entries', maxEntries: 1 } as const;
const ABANDONED_AFTER = 60_000;

/**
 * How version 1.0.0 remembered keys: `sent`, with `open` beside it until the outcome is known, one key in
 * each session under the lock. It is here to show that the checks find its defects.
 */
export class FirstVersion {
	constructor(
		private readonly functions: OptionalDeduplicationHelpers,
		private readonly environment: OrderStoreEnvironment,
		private readonly maxEntries = 20_000,
	) {}

	async claim(claims: readonly ClaimRequest[]): Promise<Map<string, KeyState>> {
		const states = new Map<string, KeyState>();
		for (const { key } of claims) states.set(key, await this.claimOne(key));
		return states;
	}

	async conclude(conclusions: readonly ConcludedKey[]): Promise<void> {
		for (const { key, outcome } of conclusions) {
			if (outcome === 'unknown') continue;
			await this.withRowLock(async () => {
				if (outcome === 'paid') await this.record([`sent ${key}`]);
				await this.remove(outcome === 'paid' ? [`open ${key}`] : [`sent ${key}`, `open ${key}`]);
			});
		}
	}

	private async claimOne(key: string): Promise<KeyState> {
		return await this.withRowLock(async () => {
			const known = await this.record([`sent ${key}`, `open ${key}`]);
			if (!known.includes(`sent ${key}`)) return 'free';
			if (known.includes(`open ${key}`)) return 'unknown';
			await this.remove([`open ${key}`]);
			return 'paid';
		});
	}

	private async record(entries: string[]): Promise<string[]> {
		const { maxEntries } = this;
		const options = { mode: 'entries', maxEntries } as const;
		const found = await this.functions.checkProcessedAndRecord?.(entries, 'workflow', options);
		return found?.processed.map(String) ?? [];
	}

	private async remove(entries: string[]): Promise<void> {
		await this.functions.removeProcessed?.(entries, 'workflow', { mode: 'entries' });
	}

	private async withRowLock<Result>(task: () => Promise<Result>): Promise<Result> {
		const { monotonicClock, sleep } = this.environment;
		let abandonedAt = monotonicClock() + ABANDONED_AFTER;
		const isMade = async () =>
			await this.functions.checkProcessedAndRecord?.(['lock'], 'node', LOCK_ROW).then(
				(found) => found.new.length > 0,
				() => false,
			);
		while (!(await isMade())) {
			await sleep(20);
			if (monotonicClock() < abandonedAt) continue;
			await this.unlock();
			abandonedAt = monotonicClock() + ABANDONED_AFTER;
		}
		try {
			return await task();
		} finally {
			await this.unlock();
		}
	}

	private async unlock(): Promise<void> {
		await this.functions.clearAllProcessedItems?.('node', LOCK_ROW);
	}
}
