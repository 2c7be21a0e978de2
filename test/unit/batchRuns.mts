import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import { runBatch } from '../../nodes/BacklinkPanel/batch/runBatch.ts';
import { backlinkCreate } from '../../nodes/BacklinkPanel/operations/backlinkCreate.ts';
import type { Operation } from '../../nodes/BacklinkPanel/operations/Operation.ts';
import { type Execution, type Form, OrderingWorkflow } from './orderingRuns.mts';

/** A request as it leaves the node. */
export interface SentRequest {
	path: string;
	/** The body as text. */
	body: string;
	/** How many were at the service when it left, itself included. */
	inFlight: number;
}

interface Answer {
	statusCode?: number;
	body: object;
}

export interface BatchSettings {
	operation?: Operation;
	/** What the service answers; without an answer the order is placed, or the list is empty. */
	answer?: (request: SentRequest) => Answer | undefined | Promise<Answer | undefined>;
	onError?: 'stop' | 'continue';
	isTool?: boolean;
	/** Aborted by the Stop button. */
	signal?: AbortSignal;
	retryOnFail?: boolean;
	apiKey?: string;
	execution?: Execution;
}

let keysSoFar = 0;

export const newKey = () => `demo_live_batch_${process.pid}_${++keysSoFar}`;

/** Runs the node over items, without n8n's engine and without a network. */
export async function runItems(forms: Form[], settings: BatchSettings = {}) {
	const { operation = backlinkCreate, execution = new OrderingWorkflow().execution() } = settings;
	const sent: SentRequest[] = [];
	const hints: string[] = [];
	const log: string[] = [];
	let inFlight = 0;

	const httpRequestWithAuthentication = async (_: string, { url, body }: IHttpRequestOptions) => {
		inFlight += 1;
		const path = url.replace(/^.*\/api\/v1/, '');
		const asked = { path, body: JSON.stringify(body) ?? '', inFlight };
		sent.push(asked);
		try {
			const answer = (await settings.answer?.(asked)) ?? { body: usualAnswer(asked, sent.length) };
			return { statusCode: 200, headers: {}, ...answer };
		} finally {
			inFlight -= 1;
		}
	};
	const given = execution.functions(forms, { isTool: settings.isTool });
	const node: INode = { ...given.getNode(), retryOnFail: settings.retryOnFail };
	const functions = execution.functions(forms, {
		isTool: settings.isTool,
		functions: {
			getNode: () => node,
			getInputData: () => forms.map(() => ({ json: {} })),
			getTimezone: () => 'UTC',
			continueOnFail: () => settings.onError === 'continue',
			getCredentials: async <Credential,>() =>
				({
					baseUrl: 'https://panel.example',
					apiKey: settings.apiKey ?? newKey(),
				}) as Credential,
			getExecutionCancelSignal: () => settings.signal,
			addExecutionHints: (...shown) => void hints.push(...shown.map(({ message }) => message)),
			logger: { warn: (line: string) => void log.push(line) } as IExecuteFunctions['logger'],
			helpers: { ...given.helpers, httpRequestWithAuthentication } as IExecuteFunctions['helpers'],
		},
	});
	let output: INodeExecutionData[] | undefined;
	let error: unknown;
	try {
		output = await runBatch(functions, operation);
	} catch (thrown) {
		error = thrown;
	}
	return { output, error, sent, hints, log, execution };
}

/** What became of each item: its page, or the reason why it was not ordered. */
export function endings(output: INodeExecutionData[] | undefined): unknown[] | undefined {
	return output?.map(({ json }) => {
		const failed = json.error as unknown as { reason: string } | undefined;
		return failed?.reason ?? json.placementId;
	});
}

/** The page of an order, as the tests name them. */
export const pageOf = ({ body }: SentRequest) => /example\.com\/([^"]+)/.exec(body)?.[1];

function usualAnswer(request: SentRequest, count: number): object {
	if (request.path === '/krediler') return { ok: true, bakiye: 1000 };
	if (request.path === '/siparisler') return { ok: true, backlinkler: [], tanitimlar: [] };
	return { ok: true, placementId: pageOf(request) ?? count, harcananKredi: 1 };
}
