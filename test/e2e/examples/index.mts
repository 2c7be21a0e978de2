import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import { LOGIN } from './exampleRuns.mts';
import { cmsPostToArticle } from './cmsPostToArticle.mts';
import { csvRowsToBacklinks } from './csvRowsToBacklinks.mts';
import { googleSheetsToBacklinks } from './googleSheetsToBacklinks.mts';
import { placementExpiringToRenewal } from './placementExpiringToRenewal.mts';
import { rssItemToArticle } from './rssItemToArticle.mts';
import { examplesToChat } from './toChat.mts';

/**
 * Imports and runs the example workflows, and checks the sandbox's charges. n8n finds the credentials by the
 * names in the files.
 */
export async function exampleScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { type, data } = n8n.credential;
	for (const credential of [
		{ name: 'Backlink Panel account', type, data },
		{ name: 'CMS login', type: 'httpBasicAuth', data: LOGIN },
		{ name: 'Form login', type: 'httpBasicAuth', data: LOGIN },
	]) {
		await n8n.client.createCredential(credential);
	}
	for (const example of [
		rssItemToArticle,
		cmsPostToArticle,
		csvRowsToBacklinks,
		googleSheetsToBacklinks,
		placementExpiringToRenewal,
		examplesToChat,
	]) {
		await example(n8n, scenarios);
	}
}
