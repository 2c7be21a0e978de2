import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeParameters,
	INodePropertyOptions,
	IPollFunctions,
} from 'n8n-workflow';

import { triggerProperties } from '../../nodes/BacklinkPanel/trigger/index.ts';
import { loadOptions } from '../../nodes/BacklinkPanel/trigger/loadOptions.ts';
import { pollTrigger } from '../../nodes/BacklinkPanel/trigger/pollTrigger.ts';
import { testNode } from '../engine/testNode.mts';

/** The time of the tests, which nothing but themselves moves. */
export const NOW = Date.parse('2026-06-01T12:00:00Z');
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

let triggersSoFar = 0;

/**
 * The trigger of a published workflow and the service that it asks, without n8n's engine and without a
 * network, so that it can be polled often and quickly. What n8n does with it is tested in `test/engine`.
 */
export class PolledTrigger {
	/** What the service answers to each path, at status 200 unless `status` says otherwise. */
	answers: Record<string, IDataObject> = {
		'/krediler': { ok: true, bakiye: 1000 },
		'/siparisler': { ok: true, backlinkler: [], tanitimlar: [] },
	};
	status = 200;
	/** The requests that were sent, by their paths. */
	readonly sent: string[] = [];
	/** The lines in n8n's log. */
	readonly log: string[] = [];
	/** What n8n keeps from one poll to the next. */
	staticData: IDataObject = {};
	mode: 'trigger' | 'manual' = 'trigger';
	activation = 'activate';
	timezone = 'UTC';
	apiKey: string;
	credentialId = '1';
	now = NOW;
	private readonly id = `polled-${process.pid}-${++triggersSoFar}`;

	/** @param parameters what the form says; the rest has its default */
	constructor(public parameters: INodeParameters) {
		this.apiKey = `demo_live_${this.id}`;
	}

	/** From now on the service lists exactly these orders. */
	list(backlinkler: unknown, tanitimlar: unknown = []): this {
		this.answers['/siparisler'] = { ok: true, backlinkler, tanitimlar } as IDataObject;
		return this;
	}

	setBalance(bakiye: number): this {
		this.answers['/krediler'] = { ok: true, bakiye };
		return this;
	}

	/** @returns the items that start the workflow; null if it is not started */
	async poll(): Promise<IDataObject[] | null> {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(this.now);
		try {
			const output = await pollTrigger(this.functions() as unknown as IPollFunctions);
			return output && output.flat().map(({ json }) => json);
		} finally {
			clock.mockRestore();
		}
	}

	/** Execute Step in the editor. */
	async test(): Promise<IDataObject[] | null> {
		this.mode = 'manual';
		try {
			return await this.poll();
		} finally {
			this.mode = 'trigger';
		}
	}

	/** Opens a menu of the form. */
	async menu(method: keyof typeof loadOptions): Promise<INodePropertyOptions[]> {
		return await loadOptions[method].call(this.functions() as unknown as ILoadOptionsFunctions);
	}

	/** What the trigger asks of n8n, and nothing else. */
	private functions() {
		const value = (name: string) => this.parameters[name] ?? this.defaultOf(name);
		return {
			getNode: () =>
				testNode('Trigger', 'backlinkPanelTrigger', {
					credentials: { backlinkPanelApi: { id: this.credentialId, name: 'Sandbox' } },
				}),
			getNodeParameter: value,
			getCurrentNodeParameter: value,
			getMode: () => this.mode,
			getActivationMode: () => this.activation,
			getWorkflow: () => ({ id: this.id }),
			getWorkflowStaticData: () => this.staticData,
			getTimezone: () => this.timezone,
			getCredentials: async () => ({
				baseUrl: 'https://panel.example.com',
				apiKey: this.apiKey,
			}),
			logger: { warn: (line: string) => this.log.push(line) },
			helpers: {
				httpRequestWithAuthentication: async (_: string, { url }: { url: string }) => {
					const path = url.replace(/^.*\/api\/v1/, '');
					this.sent.push(path);
					return { statusCode: this.status, headers: {}, body: this.answers[path] };
				},
			},
		};
	}

	private defaultOf(name: string): unknown {
		return triggerProperties().find(
			(field) =>
				field.name === name &&
				(name === 'event' || field.displayOptions?.show?.event?.[0] === this.parameters.event),
		)?.default;
	}
}

/** The IDs of orders; null where the workflow was not started. */
export const ids = (orders: IDataObject[] | null) => orders && orders.map(({ id }) => id);
