import type {
	IContextObject,
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	INode,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { PanelAccess } from '../../nodes/BacklinkPanel/api/parseCredential.ts';
import { backlinkCreate } from '../../nodes/BacklinkPanel/operations/backlinkCreate.ts';
import type { ItemResult } from '../../nodes/BacklinkPanel/operations/ItemResult.ts';
import type { PaidOperation } from '../../nodes/BacklinkPanel/operations/Operation.ts';
import { beginOrderRun, type OrderRun } from '../../nodes/BacklinkPanel/orders/OrderRun.ts';
import { placeOrder } from '../../nodes/BacklinkPanel/orders/placeOrder.ts';
import { RowsInMemory } from '../order-store/RowsInMemory.mts';
import { OrderingService } from './orderingService.mts';

/** What the fields of the node come to for an item. */
export type Form = INodeParameters;

/** A backlink to a page of this name. */
export const backlinkTo = (page: string, options: IDataObject = {}, months = 1): Form => ({
	targetUrl: `https://example.com/${page}`,
	anchorText: 'anchor',
	months,
	options: options as INodeParameters,
});

/** An article with this title. */
export const articleOf = (title: string, options: IDataObject = {}): Form => ({
	title,
	content: '<p>text</p>',
	output: 'article',
	options: options as INodeParameters,
});

/** What n8n keeps of an execution and gives to each run of the node in it. */
interface ExecutionData {
	/** Undefined outside an execution. */
	id: string | undefined;
	mode: WorkflowExecuteMode;
	flow: IContextObject;
	input: IExecuteData;
	runIndex: number;
}

export interface NodeSettings {
	operation?: PaidOperation;
	isTool?: boolean;
	signal?: AbortSignal;
	requestsPerMinute?: number;
	/** What n8n gives in another way than usual. */
	functions?: Partial<IExecuteFunctions>;
}

let keysSoFar = 0;
let executionsSoFar = 0;

/** A workflow with one node that orders, its account at the service, and what n8n stores of it. */
export class OrderingWorkflow {
	readonly service = new OrderingService();
	/** n8n's data for removing duplicates. */
	readonly rows = new RowsInMemory();
	private readonly access: PanelAccess;

	/** @param id '' as long as it was not saved */
	constructor(readonly id = `workflow ${(keysSoFar += 1)}`) {
		const apiKey = `key of an account ${keysSoFar}`;
		this.access = {
			kind: 'access',
			baseUrl: 'https://panel.example',
			apiKey,
			requestsPerMinute: 60,
		};
	}

	/** A new execution. */
	execution(): Execution {
		return new Execution(this, newData('manual'));
	}

	/** A call of the node below an MCP Server Trigger, where there is no execution. */
	callOutside(): Execution {
		return new Execution(this, { ...newData('manual'), id: undefined });
	}

	begin(data: ExecutionData, forms: Form[], settings: NodeSettings): OrderRun {
		const { operation = backlinkCreate, requestsPerMinute = 60 } = settings;
		const access = { ...this.access, requestsPerMinute };
		const functions = this.functionsFor(data, forms, settings);
		return beginOrderRun(functions, operation, access, this.service, forms.length, () => () => {});
	}

	/** As much of what n8n gives a run of the node as ordering uses. */
	functionsFor(data: ExecutionData, forms: Form[], settings: NodeSettings = {}): IExecuteFunctions {
		const node = nodeOf(forms, settings.isTool === true);
		const functions: Partial<IExecuteFunctions> = {
			getNode: () => node,
			getWorkflow: () => ({ id: this.id, active: false, name: 'Workflow' }),
			getExecutionId: () => data.id as string,
			getMode: () => data.mode,
			getContext: () => data.flow,
			getExecuteData: () => (settings.isTool ? agentsData(data.input) : data.input),
			getWorkflowDataProxy: () => ({ $runIndex: data.runIndex, $json: {} }) as never,
			getNodeParameter: ((name: string, index: number, fallback?: unknown) =>
				valueAt(forms[index], name) ?? fallback) as IExecuteFunctions['getNodeParameter'],
			helpers: this.rows.functions as IExecuteFunctions['helpers'],
			...settings.functions,
		};
		// What ordering does not use is missing.
		return functions as IExecuteFunctions;
	}
}

/** An execution of the workflow: each call is a run of its node, on the data that n8n keeps. */
export class Execution {
	constructor(
		private readonly workflow: OrderingWorkflow,
		readonly data: ExecutionData,
	) {}

	/** Runs the node, again on the same input as the last time: as Retry On Fail does. */
	async run(forms: Form[], settings: NodeSettings = {}): Promise<ItemResult[]> {
		const { signal = new AbortController().signal } = settings;
		const run = this.begin(forms, settings);
		const results = await Promise.all(
			forms.map(async (_, index) => await placeOrder(run, index, signal)),
		);
		await run.claims.end();
		return results;
	}

	begin(forms: Form[], settings: NodeSettings = {}): OrderRun {
		return this.workflow.begin(this.data, forms, settings);
	}

	/** What n8n gives the node. */
	functions(forms: Form[] = [], settings: NodeSettings = {}): IExecuteFunctions {
		return this.workflow.functionsFor(this.data, forms, settings);
	}

	/** The next round of a loop: other input, the same execution. */
	nextRound(): Execution {
		const { data } = this;
		return new Execution(this.workflow, {
			...data,
			input: newInput(),
			runIndex: data.runIndex + 1,
		});
	}

	/** The Retry button: another execution, on a copy of what n8n has stored of this one. */
	retry(): Execution {
		const { flow, input } = structuredClone({ flow: this.data.flow, input: this.data.input });
		return new Execution(this.workflow, { ...newData('retry'), flow, input });
	}
}

/** What became of the items, each in a word. */
export function inWords(results: ItemResult[]): string[] {
	return results.map((result) => {
		if (result.kind === 'stopped') return 'stopped';
		if (result.kind === 'failed') return result.failure.reason;
		return result.by === 'skipping' ? String(result.items[0]?.skippedBecause) : result.by;
	});
}

function newData(mode: WorkflowExecuteMode): ExecutionData {
	executionsSoFar += 1;
	return { id: `${executionsSoFar}`, mode, flow: {}, input: newInput(), runIndex: 0 };
}

function newInput(): IExecuteData {
	return { data: {}, node: nodeOf([], false), source: null };
}

/** A tool is lent the data of the agent that calls it. */
function agentsData(input: IExecuteData): IExecuteData {
	return { ...input, node: { ...input.node, name: 'AI Agent' } };
}

function nodeOf(forms: Form[], isTool: boolean): INode {
	// All fields hold expressions, which come to something else for each item.
	const names = forms.flatMap((form) => Object.keys(form));
	return {
		id: 'node',
		name: 'Backlink Panel',
		type: `n8n-nodes-backlink-panel.backlinkPanel${isTool ? 'Tool' : ''}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: Object.fromEntries(names.map((name) => [name, `={{ $('Items').${name} }}`])),
	};
}

/** n8n takes names such as `options.timeout`. */
function valueAt(form: Form | undefined, name: string): unknown {
	const [first = '', ...rest] = name.split('.');
	return rest.reduce<unknown>((value, key) => Object(value)[key], form?.[first]);
}
