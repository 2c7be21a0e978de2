// Comes first: coreEnvironment.mts sets the environment that n8n-core reads on load.
import './coreEnvironment.mts';

import { LoadOptionsContext, PollContext, TriggersAndPollers } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	INodePropertyOptions,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../credentials/BacklinkPanelApi.credentials.ts';
import { BacklinkPanelTrigger } from '../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { nodeTypesOf } from './nodeTypes.mts';
import { TestCredentialsHelper } from './testCredentialsHelper.mts';
import { testNode } from './testNode.mts';

const TYPE = 'n8n-nodes-backlink-panel.backlinkPanelTrigger';
const triggerType = new BacklinkPanelTrigger();
const nodeTypes = nodeTypesOf({ [TYPE]: triggerType });

let workflowsSoFar = 0;

export interface TriggerSettings {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	credentialId?: string;
	name?: string;
	/** ID that triggers of one workflow share; default: a new ID. */
	workflowId?: string;
}

/**
 * Trigger in a workflow, as n8n runs it. Static data is in memory while the workflow is published. n8n stores
 * the data only after the publishing, and when the trigger starts the workflow.
 */
export class TriggerInN8n {
	/** Static data in n8n's database. */
	stored = '{}';

	private readonly workflowId: string;
	private active: Workflow | undefined;

	constructor(private settings: TriggerSettings) {
		this.workflowId = settings.workflowId ?? `trigger-${++workflowsSoFar}`;
	}

	/**
	 * Publishes the workflow, or restarts n8n with the published workflow: data that was not stored is lost.
	 *
	 * @returns the items with which the first poll starts the workflow
	 */
	async activate(): Promise<IDataObject[]> {
		this.active = await this.workflow(this.stored);
		const items = await this.runPoll(this.active, 'trigger');
		this.store(this.active);
		return items;
	}

	/** Polls once. @returns the items with which the poll starts the workflow */
	async poll(): Promise<IDataObject[]> {
		if (!this.active) throw new Error('Activate the workflow first');
		const { active } = this;
		const items = await this.runPoll(active, 'trigger');
		if (items.length > 0) this.store(active);
		return items;
	}

	/** Tests the trigger as the editor does, with a copy of the static data that n8n throws away. */
	async test(): Promise<IDataObject[]> {
		const workflow = await this.workflow(this.stored);
		const items = await this.runPoll(workflow, 'manual');
		expect(JSON.stringify(workflow.staticData)).toBe(this.stored);
		return items;
	}

	change(settings: Partial<TriggerSettings>): void {
		this.settings = { ...this.settings, ...settings };
	}

	get memory(): string {
		return JSON.stringify(this.active?.staticData);
	}

	async menu(method: keyof BacklinkPanelTrigger['methods']['loadOptions']) {
		const workflow = await this.workflow(this.stored);
		const context = new LoadOptionsContext(workflow, this.node(), this.additionalData(), '');
		const options: INodePropertyOptions[] =
			await triggerType.methods.loadOptions[method].call(context);
		return options;
	}

	/** Sends a request as another node with the same credential does, such as HTTP Request. */
	async requestOfAnotherNode(options: IHttpRequestOptions): Promise<void> {
		const workflow = await this.workflow(this.stored);
		const node = this.node();
		const context = new PollContext(workflow, node, this.additionalData(), 'trigger', 'activate');
		const { httpRequestWithAuthentication } = context.helpers;
		await httpRequestWithAuthentication.call(context, 'backlinkPanelApi', options);
	}

	private async runPoll(workflow: Workflow, mode: WorkflowExecuteMode): Promise<IDataObject[]> {
		const node = workflow.getNode(this.node().name);
		if (!node) throw new Error('The workflow has its trigger');
		const context = new PollContext(workflow, node, this.additionalData(), mode, 'activate');
		const output = await new TriggersAndPollers().runPollFunction(workflow, node, context);
		if (output === null) return [];
		// Allows no empty list, because n8n would start the workflow with it.
		expect(output.flat()).not.toEqual([]);
		return output.flat().map(({ json }) => json);
	}

	private async workflow(staticData: string): Promise<Workflow> {
		const workflow = new Workflow({
			id: this.workflowId,
			name: 'Trigger test',
			nodes: [this.node()],
			connections: {},
			active: true,
			nodeTypes,
			staticData: JSON.parse(staticData),
			settings: { executionOrder: 'v1' },
		});
		await workflow.expression.acquireIsolate();
		return workflow;
	}

	private store({ staticData }: Workflow): void {
		if (staticData.__dataChanged === true) this.stored = JSON.stringify(staticData);
	}

	private node(): INode {
		const { parameters, credentialId = '1', name = 'Trigger' } = this.settings;
		return testNode(name, TYPE, {
			id: 'the trigger',
			parameters,
			credentials: { backlinkPanelApi: { id: credentialId, name: 'Sandbox' } },
		});
	}

	/** Fills in only the fields that the engine reads. */
	private additionalData(): IWorkflowExecuteAdditionalData {
		const { credential, parameters } = this.settings;
		return {
			credentialsHelper: new TestCredentialsHelper(new BacklinkPanelApi(), credential),
			currentNodeExecutionIndex: 0,
			currentNodeParameters: parameters,
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}
}
