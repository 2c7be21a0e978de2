import fc from 'fast-check';

import { caseCount } from '../../cases.mts';
import { nodeOfProcess } from '../processOfN8n.mts';
import { usePanel } from '../usePanel.mts';
import { agentsCases, checkAgents } from './agents.mts';
import { casePanel, type CasePanel } from './CasePanel.mts';
import { checkLimits, limitsCases } from './limits.mts';
import { checkLoops, loopsCases } from './loops.mts';
import { checkProcesses, processesCases } from './processes.mts';
import { checkRetries, retriesCases } from './retries.mts';

/** Of all kinds together. */
const CASES = caseCount(60, 2_000);
const panel = usePanel();
const figures: Record<string, number> = {};

afterAll(() => {
	console.info(
		Object.entries(figures)
			.map(([what, count]) => `${count} ${what}`)
			.join(', '),
	);
});

async function holds<Case>(
	cases: fc.Arbitrary<Case>,
	share: number,
	check: (given: Case, panel: CasePanel) => Promise<void>,
): Promise<void> {
	const property = fc.asyncProperty(cases, async (given) => {
		const ofCase = await casePanel(panel, figures);
		await check(given, ofCase);
		const { requests, charges } = await panel.client.books();
		figures.cases = (figures.cases ?? 0) + 1;
		figures.requests = (figures.requests ?? 0) + requests.length;
		figures.charges = (figures.charges ?? 0) + charges.length;
	});
	await fc.assert(property, { numRuns: Math.ceil(CASES * share), endOnFailure: true });
}

describe('no order is paid twice, each one is told, no limit is exceeded', () => {
	test('over tries, Stop, edits and the Retry button', async () => {
		await holds(retriesCases, 0.6, checkRetries);
	}, 36_000_000);

	test('over the rounds of a loop', async () => {
		await holds(loopsCases, 0.1, checkLoops);
	}, 36_000_000);

	test('over the calls of AI agents and MCP clients', async () => {
		await holds(agentsCases, 0.15, checkAgents);
	}, 36_000_000);

	test('over executions of one account at the same time', async () => {
		await holds(limitsCases, 0.1, checkLimits);
	}, 36_000_000);

	test('over processes and nodes with the same keys, one of them killed', async () => {
		const processes = [await nodeOfProcess(), await nodeOfProcess()] as const;
		await holds(
			processesCases,
			0.05,
			async (given, ofCase) => await checkProcesses(given, ofCase, processes),
		);
	}, 36_000_000);
});
