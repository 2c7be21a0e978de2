import { readFile } from 'node:fs/promises';
import type { StoredCredential, Workflow } from '../real-n8n/n8nClient.mts';

/** The names of nodes in the example workflow. */
export const nodeNames = {
	manualTrigger: 'Try It Once',
	feed: 'RSS Read',
	check: 'Readable?',
	published: 'Published',
	notPublished: 'Not Published',
} as const;

/** Reads the example as it is shipped. */
export async function exampleWorkflow(): Promise<Workflow> {
	const text = await readFile('examples/rss-item-to-article.json', 'utf8');
	return JSON.parse(text) as Workflow; // n8n checks it when it is imported
}

/** The example, filled in the way its notes tell: the address of the feed and the credential. */
export function filledIn(
	example: Workflow,
	feedUrl: string,
	{ id, name, type }: StoredCredential,
): Workflow {
	const feedParameters: Record<string, string> = {
		'n8n-nodes-base.rssFeedReadTrigger': 'feedUrl',
		'n8n-nodes-base.rssFeedRead': 'url',
	};
	const nodes = example.nodes.map((node) => {
		const feedParameter = feedParameters[node.type];
		return {
			...node,
			parameters: {
				...node.parameters,
				...(feedParameter === undefined ? {} : { [feedParameter]: feedUrl }),
			},
			...(node.credentials?.[type] === undefined ? {} : { credentials: { [type]: { id, name } } }),
		};
	});
	return { ...example, nodes };
}
