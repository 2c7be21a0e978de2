import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Operation } from '../../nodes/BacklinkPanel/operations/Operation.ts';
import { operations } from '../../nodes/BacklinkPanel/operations/index.ts';
import { startSandbox } from '../../sandbox/sandbox.mts';
import { runNode } from '../../test/engine/engine.mts';
import { outputPreview, type OutputPreview } from './outputSchema.mts';

/** Values of fields whose placeholder is no example. The order is the sandbox's second. */
const exampleValues: INodeParameters = {
	content: '<p>Content</p>',
	orderId: { __rl: true, mode: 'id', value: 'bl_000002' },
};

/** Fills in an operation's required fields with the examples in their placeholders. */
export function exampleParameters({ resource, value, fields }: Operation): INodeParameters {
	const filledIn = fields.flatMap(({ name, placeholder }) => {
		const example = exampleValues[name] ?? placeholder?.replace(/^e\.g\. /, '');
		return example === undefined ? [] : [[name, example] as const];
	});
	return { resource, operation: value, ...Object.fromEntries(filledIn) };
}

/**
 * Makes the previews of all operations, by path below `__schema__`. They are the node's output in n8n's
 * engine against the sandbox.
 * @throws if an operation fails
 */
export async function outputPreviews(): Promise<Map<string, OutputPreview>> {
	const sandbox = await startSandbox();
	const credential = { baseUrl: sandbox.url, apiKey: sandbox.apiKey, requestsPerMinute: 60 };
	const previews = new Map<string, OutputPreview>();
	try {
		// Paid operations go first, so that the list has orders. n8n can show one preview per operation.
		const ordersFirst = [...operations].sort(
			(one, other) => Number(other.spendsCredits) - Number(one.spendsCredits),
		);
		for (const operation of ordersFirst) {
			const parameters = exampleParameters(operation);
			const { error, output } = await runNode({ credential, parameters });
			if (error) throw error;
			previews.set(
				previewPath(operation.resource, operation.value),
				outputPreview(output.map(({ json }): IDataObject => json)),
			);
		}
	} finally {
		await sandbox.close();
	}
	return previews;
}

/** Path below `__schema__` where n8n looks for an operation's preview in version 1. */
export function previewPath(resource: string, operation: string): string {
	return `v1.0.0/${resource}/${operation}.json`;
}
