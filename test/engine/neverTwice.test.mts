import fc from 'fast-check';
import type { OnError } from 'n8n-workflow';

import type { Fault } from '../../sandbox/sandbox.mts';
import { backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { runNode, type NodeRunResult } from './engine.mts';
import { usePanel } from './usePanel.mts';

const CASES = 500;
const panel = usePanel();

const refusal = (status: number, kod: string): Partial<Fault> & Pick<Fault, 'answer'> => ({
	answer: 'status',
	status,
	body: { ok: false, kod, hata: 'Hayır' },
});

/** What can happen to an order on its way, once or for good. */
const faults = {
	none: undefined,
	slow: { answer: 'latency', delayMs: 8 },
	refusedOnce: { ...refusal(422, 'yasak'), times: 1 },
	refusedAlways: refusal(422, 'yasak'),
	noSiteOnce: { ...refusal(409, 'uygunSiteYok'), times: 1 },
	tooManyOnce: { answer: 'tooManyRequests', times: 1, headers: { 'retry-after': '0' } },
	unclear: { answer: 'refusal', body: { ok: false, kod: 'bakim', hata: 'Bakım' }, times: 1 },
	brokenAfterwards: { answer: 'reset', times: 1 },
	brokenBefore: { answer: 'reset', phase: 'before', times: 1 },
	cut: { answer: 'truncated', times: 1 },
	gateway: { answer: 'badGateway', times: 1 },
	noJson: { answer: 'invalidJson', times: 1 },
	empty: { answer: 'emptyBody', times: 1 },
	redirected: { answer: 'redirect', times: 1 },
} satisfies Record<string, Fault | undefined>;
type FaultName = keyof typeof faults;

interface Case {
	itemFaults: FaultName[];
	onError: OnError;
	maxTries: number;
	parallelRequests: number;
	hasKeys: boolean;
	cancelAfterMs: number | null;
	retries: number;
}

const oftenFine = fc.oneof(
	{ weight: 2, arbitrary: fc.constant<FaultName>('none') },
	{
		weight: 3,
		arbitrary: fc.constantFrom(
			...(Object.keys(faults) as FaultName[]).filter((name) => name !== 'tooManyOnce'),
		),
	},
);

const cases: fc.Arbitrary<Case> = fc
	.record({
		itemFaults: fc.array(oftenFine, { minLength: 1, maxLength: 12 }),
		hasRejection: fc.integer({ min: 1, max: 20 }).map((chance) => chance === 1),
		onError: fc.constantFrom<OnError>(
			'stopWorkflow',
			'continueRegularOutput',
			'continueErrorOutput',
		),
		maxTries: fc.constantFrom(1, 2, 3, 5),
		parallelRequests: fc.integer({ min: 1, max: 20 }),
		hasKeys: fc.boolean(),
		cancelAfterMs: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 3 }),
		retries: fc.integer({ min: 0, max: 2 }),
	})
	// A 429 makes a case wait for a second; what it does is the subject of rateLimit.test.mts.
	.map(({ hasRejection, ...given }) => ({
		...given,
		itemFaults: hasRejection ? ['tooManyOnce' as const, ...given.itemFaults] : given.itemFaults,
	}));

const totals = { cases: 0, requests: 0, charges: 0, canceled: 0, retried: 0 };

test('no item is ever charged twice, and every charged item is in the output, the ledger or an error that names it', async () => {
	await fc.assert(fc.asyncProperty(cases, holds), { numRuns: CASES, endOnFailure: true });
	console.log(
		`${totals.cases} cases (${totals.canceled} canceled, ${totals.retried} retries pressed): ` +
			`${totals.requests} requests, ${totals.charges} charges, none twice`,
	);
}, 600_000);

async function holds(given: Case): Promise<void> {
	totals.cases += 1;
	const apiKey = `demo_live_case_${totals.cases}`;
	await panel.client.reset({ apiKeys: [apiKey], rateLimit: { window: 'unlimited' } });
	for (const [index, name] of given.itemFaults.entries()) {
		const fault: Fault | undefined = faults[name];
		if (fault) await panel.client.addFault({ ...fault, bodyContains: `page-${index}"` });
	}

	const last = await runToTheEnd(given, { ...panel.credential, apiKey });

	const books = await panel.client.books();
	totals.requests += books.requests.length;
	totals.charges += books.charges.length;
	const accounted = accountedItems(last);
	for (const index of given.itemFaults.keys()) {
		const charges = books.chargesOf(targetOf(index)).length;
		expect(charges).toBeLessThanOrEqual(1);
		if (charges === 1) expect([...accounted]).toContain(index);
	}
}

/** The run, the cancel and the presses of the Retry button. */
async function runToTheEnd(
	given: Case,
	credential: Parameters<typeof runNode>[0]['credential'],
): Promise<NodeRunResult> {
	const stopButton = new AbortController();
	const { cancelAfterMs } = given;
	const timer =
		cancelAfterMs === null ? undefined : setTimeout(() => stopButton.abort(), cancelAfterMs);
	let run = await runNode({
		credential,
		parameters: {
			...backlinkForm,
			options: {
				parallelRequests: given.parallelRequests,
				...(given.hasKeys ? { idempotencyKey: '={{ $json.url }}' } : {}),
			},
		},
		items: backlinkItems(given.itemFaults.length),
		onError: given.onError,
		settings: { retryOnFail: given.maxTries > 1, maxTries: given.maxTries, waitBetweenTries: 1 },
		workflowId: String(credential.apiKey),
		signal: stopButton.signal,
	});
	clearTimeout(timer);
	if (run.status === 'canceled') totals.canceled += 1;
	for (let press = 0; press < given.retries && run.status !== 'success'; press += 1) {
		totals.retried += 1;
		run = await run.retry({ signal: undefined });
	}
	return run;
}

/** The items that the user, the workflow or the next try knows to be ordered, or perhaps ordered. */
function accountedItems(run: NodeRunResult): Set<number> {
	const paired = [...run.output, ...run.errorOutput].flatMap(({ json, pairedItem }) => {
		const isOrder = 'placementId' in json || json.skipped === true;
		const error = json.error as { charged?: string } | undefined;
		const isNamed = isOrder || error?.charged === 'unknown';
		return isNamed && typeof pairedItem === 'object' && 'item' in pairedItem
			? [pairedItem.item]
			: [];
	});
	const metadata = run.stored.executionData?.nodeExecutionStack[0]?.metadata as
		| { backlinkPanelLedger?: Record<string, unknown> }
		| undefined;
	const inLedger = Object.keys(metadata?.backlinkPanelLedger ?? {}).map(Number);
	return new Set([...paired, ...inLedger]);
}
