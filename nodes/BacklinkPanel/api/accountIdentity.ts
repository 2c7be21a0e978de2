import { createHash } from 'node:crypto';

import type { PanelAccess } from './panelAccess';

/** It is asked for with each request of a run. */
const identities = new WeakMap<PanelAccess, string>();

/**
 * Tells the accounts of a process apart: the service counts requests and credits per key. A hash, so that
 * no key lies around in memory for longer than its request.
 */
export function accountIdentity(access: PanelAccess): string {
	const known = identities.get(access);
	if (known !== undefined) return known;
	const { baseUrl, apiKey } = access;
	const identity = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
	identities.set(access, identity);
	return identity;
}
