import fc from 'fast-check';
import type { INodeType } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/sandbox.mts';
import { caseCount } from '../../cases.mts';
import { nodeOfProcess } from '../processOfN8n.mts';
import { agentsCases, checkAgents } from './agents.mts';
import { casePanel, type CasePanel, useSandboxes } from './CasePanel.mts';
import { checkCrashes, crashesCases, MOST_ENDS } from './crashes.mts';
import { checkEditor, editorCases } from './editor.mts';
import { checkLimits, limitsCases } from './limits.mts';
import { checkLoops, loopsCases } from './loops.mts';
import { checkProcesses, processesCases } from './processes.mts';
import { checkRetries, retriesCases } from './retries.mts';
import { checkTwins, twinsCases } from './twins.mts';

/** Number of cases over all tests of this file. */
const CASES = caseCount(24, 2_000);
/** Seed of the cases. The order of simultaneous requests still varies with the same seed. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
/** Number of cases at once. Cases mostly wait, so several at once save time. */
const LANES = CASES > 100 ? 16 : 2;
const sandboxes = useSandboxes(LANES);
const figures: Record<string, number> = { seed: SEED };

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
	const failed = new AbortController();
	const runLane = async (sandbox: Sandbox, lane: number): Promise<void> => {
		const property = fc.asyncProperty(cases, async (given) => {
			if (failed.signal.aborted) return;
			const panel = await casePanel(sandbox, figures);
			await check(given, panel);
			const { requests, charges } = await panel.client.books();
			figures.cases = (figures.cases ?? 0) + 1;
			figures.requests = (figures.requests ?? 0) + requests.length;
			figures.charges = (figures.charges ?? 0) + charges.length;
		});
		const numRuns = Math.ceil((CASES * share) / LANES);
		await fc.assert(property, { numRuns, seed: SEED + lane, endOnFailure: true });
	};
	// Ends all lanes after the first failure.
	await Promise.all(sandboxes.map(runLane)).finally(() => failed.abort());
}

describe('no order is paid twice, each order is reported, no limit is exceeded', () => {
	test('over tries, Stop, edits and the Retry button', async () => {
		await holds(retriesCases, 0.4, checkRetries);
	}, 36_000_000);

	test('over two nodes with one ID', async () => {
		await holds(twinsCases, 0.1, checkTwins);
	}, 36_000_000);

	test('over manual executions', async () => {
		await holds(editorCases, 0.1, checkEditor);
	}, 36_000_000);

	test('over the rounds of a loop', async () => {
		await holds(loopsCases, 0.05, checkLoops);
	}, 36_000_000);

	test('over the calls of AI agents and MCP clients', async () => {
		await holds(agentsCases, 0.1, checkAgents);
	}, 36_000_000);

	test('over executions of one account at the same time', async () => {
		await holds(limitsCases, 0.05, checkLimits);
	}, 36_000_000);

	test('over processes and nodes with the same keys, one of them killed', async () => {
		const processes = [await nodeOfProcess(), await nodeOfProcess()] as const;
		await holds(
			processesCases,
			0.05,
			async (given, ofCase) => await checkProcesses(given, ofCase, processes),
		);
	}, 36_000_000);

	test('over executions that crash in their middle, of which n8n keeps nothing', async () => {
		const living = await nodeOfProcess();
		const mortal: INodeType[] = [];
		while (mortal.length < MOST_ENDS) mortal.push(await nodeOfProcess());
		await holds(
			crashesCases,
			0.15,
			async (given, ofCase) => await checkCrashes(given, ofCase, living, mortal),
		);
	}, 36_000_000);
});
