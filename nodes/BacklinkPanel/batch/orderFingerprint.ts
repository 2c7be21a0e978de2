import { createHash } from 'node:crypto';

import type { PanelRequest } from '../api/panelRequest';

/** Tells whether an item still asks for the same order as in an earlier try, without keeping its text. */
export function orderFingerprint({ path, body }: PanelRequest): string {
	return createHash('sha256')
		.update(JSON.stringify([path, body]))
		.digest('base64url');
}
