import assert from 'node:assert/strict';

import type { INodeParameters } from 'n8n-workflow';

import type { StoredCredential, Workflow } from '../../../real-n8n/n8nClient.mts';
import { panelRequest } from '../../sandbox/panelRequest.mts';
import { testNode, to } from '../../engine/testNode.mts';
import type { PanelInN8n } from '../panelInN8n.mts';

interface Page {
	/** ID of the row, for Idempotency Key: a second order for the same page would have another ID. */
	id: string;
	url: string;
	anchor: string;
	months: number;
	title: string;
	html: string;
}

/** Pages to order backlinks for, and an article about each page. */
export const pages: Page[] = [
	{
		id: '2026-41',
		url: 'https://example.com/hand-woven-carpets',
		anchor: 'hand-woven carpets',
		months: 3,
		title: 'Five ways to care for a hand-woven carpet',
		html: '<p>Wool forgives much, but not everything.</p>',
	},
	{
		id: '2026-42',
		url: 'https://example.com/kilims',
		anchor: 'kilims from Anatolia',
		months: 6,
		title: 'How to tell a kilim from a carpet',
		html: '<p>A kilim has no pile.</p>',
	},
	{
		id: '2026-43',
		url: 'https://example.com/carpet-cleaning',
		anchor: 'carpet cleaning',
		months: 12,
		title: 'Cleaning a carpet at home',
		html: '<p>Start with a dry brush.</p>',
	},
];

/** Parameters of nodes with empty forms, as the nodes panel adds them. */
const fresh: Record<string, INodeParameters> = {
	'Get Balance': { resource: 'account', operation: 'getBalance' },
	'Publish Article': { resource: 'article', operation: 'publish' },
	'Create Backlink': { resource: 'backlink', operation: 'create' },
	'Get Many Orders': { resource: 'order', operation: 'getAll' },
	'Get Order': { resource: 'order', operation: 'get' },
};

const backlinks: INodeParameters = {
	resource: 'backlink',
	operation: 'create',
	targetUrl: '={{ $json.url }}',
	anchorText: '={{ $json.anchor }}',
	months: '={{ $json.months }}',
};

/** Parameters of nodes that order, filled from the pages. */
const filled: Record<string, INodeParameters> = {
	'Publish Articles': {
		resource: 'article',
		operation: 'publish',
		title: '={{ $json.title }}',
		content: '={{ $json.html }}',
	},
	'Create Backlinks': { ...backlinks, options: { idempotencyKey: '={{ $json.id }}' } },
	'Check Backlinks': { ...backlinks, options: { dryRun: true } },
	'Create or Report': backlinks,
	'Create Without Key': backlinks,
};

/** Makes a workflow in which each node gets all pages. `fresh` nodes lead to “After”; the trigger stands alone. */
export function shownWorkflow(credential: StoredCredential): Workflow {
	const { type, id, name: credentialName } = credential;
	const credentials = { [type]: { id, name: credentialName } };
	const start = testNode('Pages', 'n8n-nodes-base.manualTrigger');
	const trigger = testNode(
		'Order Status Changed',
		'n8n-nodes-backlink-panel.backlinkPanelTrigger',
		{
			position: [0, 900],
			parameters: { event: 'orderStatusChanged' },
			credentials,
		},
	);
	const nodes = Object.entries({ ...fresh, ...filled }).map(([nodeName, parameters], index) =>
		testNode(nodeName, 'n8n-nodes-backlink-panel.backlinkPanel', {
			position: [280, 180 * index],
			parameters,
			credentials,
			// Runs fresh nodes once and not for each page, e.g. to read the balance.
			executeOnce: nodeName in fresh,
			...(nodeName === 'Create or Report' && { onError: 'continueErrorOutput' }),
		}),
	);
	const after = testNode('After', 'n8n-nodes-base.noOp', { position: [560, 0] });
	return {
		name: 'Backlinks and articles',
		nodes: [start, trigger, ...nodes, after],
		connections: {
			[start.name]: { main: [nodes.flatMap(({ name }) => to(name))] },
			...Object.fromEntries(Object.keys(fresh).map((name) => [name, { main: [to(after.name)] }])),
		},
		settings: { executionOrder: 'v1' },
		pinData: { [start.name]: pages.map((page) => ({ json: { ...page } })) },
	};
}

/** Orders a backlink for each page, without n8n. @returns the total cost in credits */
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
