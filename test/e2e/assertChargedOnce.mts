import assert from 'node:assert/strict';

import { targetOf } from '../engine/forms.mts';
import type { SandboxClient } from '../sandbox/sandboxClient.mts';

/** Each of the first items of `backlinkItems` was charged, and none of them twice. */
export async function assertChargedOnce(panel: SandboxClient, count: number): Promise<void> {
	const books = await panel.books();
	const charges = Array.from(
		{ length: count },
		(_, index) => books.chargesOf(targetOf(index)).length,
	);
	assert.deepEqual(charges, new Array(count).fill(1));
}
