import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/sandbox.mts';
import { runNode } from '../../test/engine/engine.mts';
import { outputPreview, type OutputPreview } from './outputSchema.mts';

interface Example {
	resource: string;
	operation: string;
	fields?: INodeParameters;
}

/** In this order: the list has the two orders before it. n8n can show one preview for each operation. */
const examples: Example[] = [
	{ resource: 'account', operation: 'getBalance' },
	{
		resource: 'backlink',
		operation: 'create',
		fields: { targetUrl: 'https://example.com/page', anchorText: 'anchor text' },
	},
	{
		resource: 'article',
		operation: 'publish',
		fields: { title: 'Title', content: '<p>Content</p>' },
	},
	{
		resource: 'order',
		operation: 'get',
		fields: { orderId: { __rl: true, mode: 'id', value: 'bl_000001' } },
	},
	{ resource: 'order', operation: 'getAll' },
];

/**
 * The previews of all operations by their path below `__schema__`: what the node puts out, run in
 * n8n's engine against the sandbox.
 * @throws when an operation fails
 */
export async function outputPreviews(): Promise<Map<string, OutputPreview>> {
	const sandbox = await startSandbox();
	const credential = { baseUrl: sandbox.url, apiKey: sandbox.apiKey, requestsPerMinute: 60 };
	const previews = new Map<string, OutputPreview>();
	try {
		for (const { resource, operation, fields } of examples) {
			const parameters = { resource, operation, ...fields };
			const { error, output } = await runNode({ credential, parameters });
			if (error) throw error;
			previews.set(
				previewPath(resource, operation),
				outputPreview(output.map(({ json }): IDataObject => json)),
			);
		}
	} finally {
		await sandbox.close();
	}
	return previews;
}

/** Where n8n looks for the preview of an operation of version 1 of a node, below `__schema__`. */
export function previewPath(resource: string, operation: string): string {
	return `v1.0.0/${resource}/${operation}.json`;
}
