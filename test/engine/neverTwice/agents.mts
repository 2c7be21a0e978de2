import fc from 'fast-check';
import { createRunExecutionData, type IDataObject } from 'n8n-workflow';

import { callAsTool } from '../engine.mts';
import { backlinkForm, backlinkItems, targetOf } from '../forms.mts';
import { callByMcpClient } from '../callByMcpClient.mts';
import type { CasePanel } from './CasePanel.mts';
import { anyFault, type FaultName } from './faults.mts';

export interface AgentsCase {
	by: 'agent' | 'mcpClient';
	faults: FaultName[];
	/** Groups of simultaneous calls, given as request numbers; a model may repeat a request. */
	calls: number[][];
	maxCredits: number | undefined;
}

export const agentsCases: fc.Arbitrary<AgentsCase> = fc.record({
	by: fc.constantFrom('agent', 'mcpClient'),
	faults: fc.array(anyFault, { minLength: 3, maxLength: 3 }),
	calls: fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }), {
		minLength: 1,
		maxLength: 4,
	}),
	maxCredits: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
});

/**
 * Calls the node as a tool, group by group.
 *
 * @throws if a request was paid twice, is not reported, is reported as not charged, or exceeds Max Credits
 */
export async function checkAgents(given: AgentsCase, panel: CasePanel): Promise<void> {
	await panel.addFaults(given.faults);
	const execution = createRunExecutionData();
	const options = given.maxCredits === undefined ? {} : { maxCredits: given.maxCredits };
	const parameters = { ...backlinkForm, options };

	const call = async (request: number): Promise<IDataObject[]> => {
		panel.count('calls');
		const [item = {}] = backlinkItems(3).slice(request, request + 1);
		const run = { credential: panel.credential, workflowId: panel.workflowId };
		if (given.by === 'agent') {
			const { items } = await callAsTool({ ...run, parameters, items: [item] }, execution);
			return items.map(({ json }) => json);
		}
		const form = {
			...parameters,
			targetUrl: "={{ $fromAI('url') }}",
			anchorText: "={{ $fromAI('anchor') }}",
			months: 1,
		};
		return await callByMcpClient({ ...run, parameters: form }, item);
	};

	const told = new Map<number, IDataObject[]>();
	for (const requests of given.calls) {
		const answers = await Promise.all(requests.map(call));
		requests.forEach((request, index) => {
			told.set(request, [...(told.get(request) ?? []), ...(answers[index] ?? [])]);
		});
	}

	const books = await panel.client.books();
	if (books.charges.length > (given.maxCredits ?? Infinity)) {
		throw new Error(`${books.charges.length} credits spent of ${given.maxCredits}`);
	}
	for (const [request, answers] of told) {
		const charges = books.chargesOf(targetOf(request)).length;
		if (charges > 1) throw new Error(`Request ${request} was paid ${charges} times`);
		const errors = answers.map(({ error }) => error as IDataObject | undefined);
		const isNamed =
			answers.some((answer) => 'placementId' in answer) ||
			errors.some((error) => error?.charged === 'unknown');
		if (charges === 1 && !isNamed) throw new Error(`Request ${request} is told nowhere`);
		if (charges === 1 && errors.at(-1)?.charged === 'no') {
			throw new Error(`Request ${request} was told as free`);
		}
	}
}
