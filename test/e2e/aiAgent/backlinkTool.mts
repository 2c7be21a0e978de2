import assert from 'node:assert/strict';

import type { INodeParameters } from 'n8n-workflow';

import type { ToolArguments } from './fakeModel.mts';

/** Makes the expression that the editor enters in a field if the user lets the model define the field. */
const byModel = (key: string, type: 'string' | 'number') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;

export const backlinkByModel: INodeParameters = {
	resource: 'backlink',
	operation: 'create',
	targetUrl: byModel('Target_URL', 'string'),
	anchorText: byModel('Anchor_Text', 'string'),
	months: byModel('Duration__Months_', 'number'),
};

export const target = 'https://example.com/carpets';

export const sensible: ToolArguments = {
	Target_URL: target,
	Anchor_Text: 'el dokuması halı',
	Duration__Months_: 3,
};

export interface ToolResult {
	placementId?: string;
	harcananKredi?: number;
	alreadyOrdered?: boolean;
	error?: { message: string; charged: string };
}

/** Asserts that one of three calls has ordered, and that the others return its order. */
export function assertOrderedOnce(results: ToolResult[]): void {
	const [first, ...others] = [...results].sort(
		(a, b) => Number(a.alreadyOrdered ?? false) - Number(b.alreadyOrdered ?? false),
	);
	assert.equal(first?.placementId, 'bl_000001');
	assert.equal(first.alreadyOrdered, undefined);
	assert.deepEqual(
		others,
		[1, 2].map(() => ({ ...first, alreadyOrdered: true })),
	);
}
