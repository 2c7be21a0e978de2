import { createHash } from 'node:crypto';

import type { PaidRequest } from './panelRequest';

/** Tells whether two requests ask for the same order, without keeping their text. */
export function requestFingerprint({ path, body }: Pick<PaidRequest, 'path' | 'body'>): string {
	return createHash('sha256')
		.update(JSON.stringify([path, body]))
		.digest('base64url');
}
