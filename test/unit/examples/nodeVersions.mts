import { PANEL, PANEL_TRIGGER, STICKY_NOTE } from './example.mts';

/** Versions of nodes that n8n 1.123 and n8n 2 both have; the end-to-end tests run the examples' ones. */
export const versionsInBoth: Record<string, number[]> = {
	[PANEL]: [1],
	[PANEL_TRIGGER]: [1],
	[STICKY_NOTE]: [1],
	'n8n-nodes-base.convertToFile': [1, 1.1],
	'n8n-nodes-base.extractFromFile': [1, 1.1],
	'n8n-nodes-base.filter': [2, 2.1, 2.2, 2.3],
	'n8n-nodes-base.form': [1, 2.3],
	'n8n-nodes-base.formTrigger': [2, 2.1, 2.2, 2.3],
	'n8n-nodes-base.googleSheets': [4, 4.1, 4.2, 4.3, 4.4, 4.5, 4.6, 4.7],
	'n8n-nodes-base.httpRequest': [4, 4.1, 4.2, 4.3],
	'n8n-nodes-base.if': [2, 2.1, 2.2, 2.3],
	'n8n-nodes-base.manualTrigger': [1],
	'n8n-nodes-base.merge': [3, 3.1, 3.2],
	'n8n-nodes-base.noOp': [1],
	'n8n-nodes-base.respondToWebhook': [1, 1.1, 1.2, 1.3, 1.4, 1.5],
	'n8n-nodes-base.rssFeedRead': [1, 1.1, 1.2],
	'n8n-nodes-base.rssFeedReadTrigger': [1],
	'n8n-nodes-base.scheduleTrigger': [1, 1.1, 1.2, 1.3],
	'n8n-nodes-base.set': [3, 3.1, 3.2, 3.3, 3.4],
	'n8n-nodes-base.sort': [1],
	'n8n-nodes-base.summarize': [1, 1.1],
	'n8n-nodes-base.webhook': [1, 1.1, 2, 2.1],
};
