import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import { cmsPostToArticle } from './cmsPostToArticle.mts';
import { csvRowsToBacklinks } from './csvRowsToBacklinks.mts';
import { dailyBalanceToNotify } from './dailyBalanceToNotify.mts';
import { LOGIN } from './login.mts';
import { ordersToReport } from './ordersToReport.mts';
import { rssItemToArticle } from './rssItemToArticle.mts';

/** The example workflows as they are imported, asserted on the sandbox's books. */
export async function exampleScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { type, data } = n8n.credential;
	await n8n.client.createCredential({ name: 'Backlink Panel account', type, data });
	for (const name of ['CMS login', 'Form login']) {
		await n8n.client.createCredential({ name, type: 'httpBasicAuth', data: LOGIN });
	}
	await rssItemToArticle(n8n, scenarios);
	await cmsPostToArticle(n8n, scenarios);
	await dailyBalanceToNotify(n8n, scenarios);
	await csvRowsToBacklinks(n8n, scenarios);
	await ordersToReport(n8n, scenarios);
}
