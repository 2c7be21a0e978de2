import fc from 'fast-check';
import type {
	ExecutionError,
	IDataObject,
	INodeParameters,
	NodeApiError,
	OnError,
} from 'n8n-workflow';

import { operations as nodeOperations } from '../../nodes/BacklinkPanel/operations/index.ts';
import { operationName } from '../../nodes/BacklinkPanel/operations/Operation.ts';
import { caseCount } from '../cases.mts';
import { runNode, type NodeRunResult, searchOrders } from './engine.mts';
import {
	articleForm,
	backlinkForm,
	backlinkItems,
	balanceForm,
	orderForm,
	ordersForm,
	wholeOrdersForm,
} from './forms.mts';
import { hostileAnswer } from './hostileAnswers.mts';
import { startHostileServer, type HostileAnswer, type HostileServer } from './hostileServer.mts';
import { everythingIn, watchLog } from './logLines.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { events } from './useTrigger.mts';

const CASES = caseCount(2, 8);
// Stays above the default of 180 s, because jest has one timeout for all files of a group.
jest.setTimeout(180_000 + CASES * 10_000);

const onErrors: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

interface Tried {
	name: string;
	parameters: INodeParameters;
	items(count: number): IDataObject[];
	/** True if a successful answer may have no items. */
	mayYieldNothing?: true;
}

const operations: Tried[] = [
	{ name: 'Get Balance', parameters: balanceForm, items: numbered },
	{
		name: 'Get',
		parameters: orderForm,
		items: (count) => numbered(count).map(() => ({ id: '7' })),
	},
	{ name: 'Get Many', parameters: ordersForm, items: numbered, mayYieldNothing: true },
	{
		name: 'Get Many, whole',
		parameters: wholeOrdersForm,
		items: numbered,
		mayYieldNothing: true,
	},
	{ name: 'Create', parameters: backlinkForm, items: backlinkItems },
	{
		name: 'Publish',
		parameters: { ...articleForm, output: 'site' },
		items: (count) =>
			numbered(count).map(({ n }) => ({ title: `page-${n}`, html: '<p>Metin</p>' })),
	},
];

const menus = ['getOrderFields', 'getStatuses'] as const;

test('each operation of the node is tried', () => {
	const tried = operations.map(
		({ parameters }) => `${parameters.resource} ${parameters.operation}`,
	);
	expect([...new Set(tried)].sort()).toEqual(nodeOperations.map(operationName).sort());
});

/** Answers of the server by run. Each run has its own path in the Base URL. */
const answersOf = new Map<string, HostileAnswer[]>();
let server: HostileServer;
let log: string[];
const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const namesBefore = prototypes.map(Reflect.ownKeys);

beforeAll(async () => {
	log = watchLog();
	// Keeps the waits before further attempts shortest, because their length is random.
	jest.spyOn(Math, 'random').mockReturnValue(0);
	server = await startHostileServer(({ path, body }) => {
		const answers = answersOf.get(path.split('/')[1] ?? '') ?? [];
		const item = /page-(\d+)"/.exec(body)?.[1];
		const answer = answers[Number(item ?? server.requests.length) % answers.length];
		if (!answer) throw new Error(`No run has the address ${path}`);
		return answer;
	});
});
afterAll(() => server.close());

let runsSoFar = 0;
const keyTails = fc.string({
	unit: fc.constantFrom(...'abcXYZ019-_.~!$&()*+,;=:@/?%#[]{}|<>^'),
	minLength: 8,
	maxLength: 40,
});

/** Makes a credential with its own path and key, for which the server gives these answers. */
function credentialFor(answers: HostileAnswer[], keyTail: string) {
	runsSoFar += 1;
	answersOf.set(`run-${runsSoFar}`, answers);
	return {
		baseUrl: `${server.url}/run-${runsSoFar}`,
		apiKey: `demo_live_${runsSoFar}_${keyTail}`,
		requestsPerMinute: 100_000,
	};
}

const cases = fc.record({
	answers: fc.array(hostileAnswer, { minLength: 1, maxLength: 20, size: 'max' }),
	keyTail: keyTails,
});

test('with any answer of the service, each item of each operation ends without harm', async () => {
	await fc.assert(
		fc.asyncProperty(cases, async ({ answers, keyTail }) => {
			const runs = operations.flatMap((tried) => onErrors.map((onError) => ({ tried, onError })));
			await Promise.all(
				runs.map(async ({ tried, onError }) => {
					const credential = credentialFor(answers, keyTail);
					const run = await runNode({
						credential,
						parameters: {
							...tried.parameters,
							options: { maxRateLimitWait: 0, parallelRequests: 5 },
						},
						items: tried.items(answers.length),
						onError,
						settings: { continueOnFail: onError !== 'stopWorkflow' },
					});
					try {
						expectEndedWell(run, tried, onError, answers.length);
						expectOrderedOnce(credential.baseUrl);
						expectHarmless(run.error, run.hints, [...run.output, ...run.errorOutput]);
						expectNowhere(credential.apiKey, [run.stored, run.error, run.hints, run.output, log]);
					} catch (error) {
						throw new Error(`${tried.name}, ${onError}`, { cause: error });
					}
				}),
			);
			expectPrototypesUntouched();
			log.length = 0;
		}),
		{ numRuns: CASES, endOnFailure: true },
	);
});

test('with any answer of the service, each poll and each menu of both nodes ends without harm', async () => {
	await fc.assert(
		fc.asyncProperty(cases, async ({ answers, keyTail }) => {
			await Promise.all(
				events.map(async (event) => {
					const credential = credentialFor(answers, keyTail);
					const trigger = new TriggerInN8n({ credential, parameters: { event } });
					const tries = [
						() => trigger.activate(),
						() => trigger.poll(),
						() => trigger.poll(),
						() => trigger.test(),
						...menus.map((menu) => () => trigger.menu(menu)),
						async () => (await searchOrders(credential)).results,
					];
					for (const attempt of tries) {
						const told: unknown = await attempt().catch((error: unknown) => error);
						try {
							if (!Array.isArray(told)) expectErrorOfN8n(told);
							expectHarmless(told, [], []);
							expectNowhere(credential.apiKey, [told, trigger.memory, trigger.stored, log]);
						} catch (error) {
							throw new Error(`${event}, ${String(attempt)}`, { cause: error });
						}
					}
				}),
			);
			expectPrototypesUntouched();
			log.length = 0;
		}),
		{ numRuns: CASES, endOnFailure: true },
	);
});

/** Checks that each item is in an output, or that the run ended with an error of the node. */
function expectEndedWell(
	{ status, error, output, errorOutput }: NodeRunResult,
	{ mayYieldNothing }: Tried,
	onError: OnError,
	count: number,
): void {
	if (error) {
		expect(onError).toBe('stopWorkflow');
		expectErrorOfN8n(error);
		return;
	}
	expect(status).toBe('success');
	if (mayYieldNothing) return;
	const accounted = new Set(
		[...output, ...errorOutput].map(({ pairedItem }) => (pairedItem as { item: number }).item),
	);
	expect(accounted).toEqual(new Set(Array.from({ length: count }, (_, index) => index)));
}

/** Checks that no order was sent twice, because the service may have placed an order before each answer. */
function expectOrderedOnce(baseUrl: string): void {
	const orders = server.requests.filter(
		({ method, path }) => method === 'POST' && `${server.url}${path}`.startsWith(`${baseUrl}/`),
	);
	expect(new Set(orders.map(({ body }) => body)).size).toBe(orders.length);
}

/** Checks that the node made the error, and that it is no TypeError or RangeError caused by the answer. */
function expectErrorOfN8n(error: unknown): asserts error is ExecutionError {
	const { name } = (error ?? {}) as Partial<Error>;
	if (name === 'NodeApiError' || name === 'NodeOperationError') return;
	throw new Error('not an error of n8n', { cause: error });
}

/** Checks that texts which n8n shows as HTML have no markup, and that no text has control characters. */
function expectHarmless(
	error: unknown,
	hints: string[],
	items: Array<{ json: IDataObject }>,
): void {
	const { message, description } = (error ?? {}) as Partial<NodeApiError>;
	const shown = items.flatMap(({ json }) => {
		const told = json.error as { message?: string; description?: string } | undefined;
		return [told?.message, told?.description];
	});
	const asHtml = [message, description, ...hints];
	// Drops the breaks between paragraphs, which the node itself adds.
	const texts = (all: unknown[]) =>
		all.map((text) => String(text ?? '').replace(/<br><br>|\n\n/g, ''));
	expect(texts(asHtml).filter((text) => text.includes('<'))).toEqual([]);
	const unfit = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
	expect(texts([...asHtml, ...shown]).filter((text) => unfit.test(text))).toEqual([]);
}

function expectNowhere(apiKey: string, places: unknown[]): void {
	const all = everythingIn(places);
	const found = all.indexOf(apiKey);
	if (found >= 0) throw new Error(`The key is in …${all.slice(found - 200, found + 200)}…`);
}

function expectPrototypesUntouched(): void {
	expect(prototypes.map(Reflect.ownKeys)).toEqual(namesBefore);
}

function numbered(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, n) => ({ n }));
}
