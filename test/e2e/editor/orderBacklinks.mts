import assert from 'node:assert/strict';

import { panelRequest } from '../../sandbox/panelRequest.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import { pages } from './shownWorkflow.mts';

/** Orders a backlink for each of the pages, past n8n. @returns what they cost together, in credits */
export async function orderBacklinks({ sandbox: { url, apiKey } }: PanelInN8n): Promise<number> {
	let credits = 0;
	for (const { url: hedefUrl, anchor, months } of pages) {
		const body = { hedefUrl, anchor, sureAy: months };
		const { status } = await panelRequest({ url, apiKey, method: 'POST', path: '/backlink', body });
		assert.equal(status, 200);
		credits += months;
	}
	return credits;
}
