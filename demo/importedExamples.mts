import type { INode } from 'n8n-workflow';

import type { N8nClient, StoredCredential, StoredWorkflow } from '../real-n8n/n8nClient.mts';
import { exampleNames, shippedExample, withoutGoogle } from './shippedExample.mts';

/** Example that the demo runs, and the nodes whose output it reads. */
export const shownExample = 'rss-item-to-article';
export const nodeNames = {
	manualTrigger: 'Try It Once',
	feed: 'RSS Read',
	check: 'Readable?',
	published: 'Published',
	notPublished: 'Not Published',
} as const;

/** Rows of the sheet: the demo has no Google account. */
const rows = ['hizmetler', 'blog', 'iletisim'].map((page, index) => ({
	id: index + 1,
	url: `https://musteri.example/${page}`,
	anchor: 'SEO danışmanlığı',
	months: 1,
}));

/** Addresses that users of the examples fill in: a feed, and a chat's incoming webhook. */
export interface Addresses {
	feed: string;
	chat: string;
}

/**
 * Imports all examples, with addresses filled in, triggers that poll every minute, and pinned rows of a
 * sheet. n8n links the credentials by the names in the files.
 * @param credentials all credentials that the examples name
 * @returns the workflows by the names of the examples
 * @throws if n8n has left a node without its credential
 */
export async function importedExamples(
	client: N8nClient,
	credentials: StoredCredential[],
	addresses: Addresses,
): Promise<Map<string, StoredWorkflow>> {
	const imported = new Map<string, StoredWorkflow>();
	for (const name of await exampleNames()) {
		const { nodes, ...workflow } = withoutGoogle(await shippedExample(name), rows);
		const stored = await client.createWorkflow({
			...workflow,
			nodes: nodes.map((node) => forDemo(node, addresses)),
		});
		const unlinked = stored.nodes.filter((node) => !isLinked(node, credentials));
		if (unlinked.length > 0) {
			throw new Error(
				`“${stored.name}” has no credential in: ${unlinked.map((node) => node.name).join(', ')}`,
			);
		}
		imported.set(name, stored);
	}
	return imported;
}

function forDemo(node: INode, { feed, chat }: Addresses): INode {
	const addresses: Record<string, Record<string, string>> = {
		'n8n-nodes-base.rssFeedReadTrigger': { feedUrl: feed },
		'n8n-nodes-base.rssFeedRead': { url: feed },
		'n8n-nodes-base.httpRequest': { url: chat },
	};
	const { pollTimes, ...parameters } = node.parameters;
	return {
		...node,
		parameters: {
			...parameters,
			...(pollTimes === undefined ? {} : { pollTimes: { item: [{ mode: 'everyMinute' }] } }),
			...addresses[node.type],
		},
	};
}

function isLinked(node: INode, credentials: StoredCredential[]): boolean {
	return Object.entries(node.credentials ?? {}).every(([type, { id }]) =>
		credentials.some((credential) => credential.type === type && credential.id === id),
	);
}
