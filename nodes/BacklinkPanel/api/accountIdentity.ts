import { createHash } from 'node:crypto';

import type { PanelAccess } from './panelAccess';

/**
 * Tells the accounts of a process apart: the service counts requests and credits per key. A hash, so that
 * no key lies around in memory for longer than its request.
 */
export function accountIdentity({ baseUrl, apiKey }: PanelAccess): string {
	return createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
}
