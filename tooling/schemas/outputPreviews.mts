import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operations } from '../../nodes/BacklinkPanel/operations/index.ts';
import { startSandbox } from '../../sandbox/sandbox.mts';
import { runNode } from '../../test/engine/engine.mts';
import { outputPreview, type OutputPreview } from './outputSchema.mts';

/** For the required fields without a default, by their names. The order is the second of the sandbox. */
const exampleValues: INodeParameters = {
	anchorText: 'anchor text',
	content: '<p>Content</p>',
	orderId: { __rl: true, mode: 'id', value: 'bl_000002' },
	targetUrl: 'https://example.com/page',
	title: 'Title',
};

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
		// What orders goes first, so that the list has orders. n8n can show one preview for each operation.
		const ordersFirst = [...operations].sort(
			(one, other) => Number(other.spendsCredits) - Number(one.spendsCredits),
		);
		for (const { resource, value: operation, fields } of ordersFirst) {
			const filledIn = fields.filter(({ name }) => name in exampleValues);
			const values = filledIn.map(({ name }) => [name, exampleValues[name]]);
			const parameters = { resource, operation, ...Object.fromEntries(values) };
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
