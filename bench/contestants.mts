import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Operation } from './operations.mts';

/** A node with the settings for the comparison. */
export interface Contestant {
	name: string;
	/** @param panelUrl address without a trailing slash */
	node(operation: Operation, panelUrl: string): INode;
}

/** Our node, with options if given. */
export function panelNode(options: IDataObject = {}): Contestant {
	return {
		name: ['Backlink Panel', ...Object.entries(options).map(described)].join(', '),
		node: ({ panel }) =>
			node('n8n-nodes-backlink-panel.backlinkPanel', 1, {
				// n8n's type of parameters is narrower than the values of options.
				parameters: { ...panel, options } as INodeParameters,
			}),
	};
}

/** HTTP Request without further settings: it sends all items at once. */
export const httpRequestAtOnce = httpRequestNode('HTTP Request', {});

/** HTTP Request with its body filled in field by field instead of in one expression. */
export const httpRequestFields: Contestant = {
	name: 'HTTP Request, body in fields',
	node: (operation, panelUrl) => withFields(httpRequestAtOnce.node(operation, panelUrl), operation),
};

/** HTTP Request that sends one item every `batchInterval` ms. */
export function httpRequestBatching(batchInterval: number): Contestant {
	const name = `HTTP Request, Batching 1 item per ${batchInterval} ms`;
	return httpRequestNode(name, {
		parameters: { options: { batching: { batch: { batchSize: 1, batchInterval } } } },
	});
}

/** HTTP Request with the settings for a limit of 60 requests in a window of this length, in ms. */
export function httpRequestsUnderLimit(windowMs: number): Contestant[] {
	const waitBetweenTries = windowMs / 12;
	return [
		httpRequestBatching(windowMs / 60),
		httpRequestNode('HTTP Request, On Error: Continue', { onError: 'continueRegularOutput' }),
		httpRequestNode(`HTTP Request, Retry On Fail 5 × ${waitBetweenTries} ms`, {
			retryOnFail: true,
			maxTries: 5,
			waitBetweenTries,
		}),
	];
}

function httpRequestNode(name: string, { parameters, ...settings }: Partial<INode>): Contestant {
	return {
		name,
		node: (operation, panelUrl) =>
			node('n8n-nodes-base.httpRequest', newestHttpRequest, {
				...settings,
				parameters: {
					url: `${panelUrl}/api/v1${operation.path}`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'backlinkPanelApi',
					...jsonBody(operation),
					...parameters,
				},
			}),
	};
}

function jsonBody({ fields }: Operation): INodeParameters {
	if (!fields) return { method: 'GET' };
	const entries = Object.entries(fields).map(([name, expression]) => `${name}: ${expression}`);
	return {
		method: 'POST',
		sendBody: true,
		contentType: 'json',
		specifyBody: 'json',
		jsonBody: `={{ { ${entries.join(', ')} } }}`,
	};
}

function withFields(httpRequest: INode, { fields = {} }: Operation): INode {
	const parameters = Object.entries(fields).map(([name, expression]) => ({
		name,
		value: `={{ ${expression} }}`,
	}));
	return {
		...httpRequest,
		parameters: {
			...httpRequest.parameters,
			specifyBody: 'keypair',
			bodyParameters: { parameters },
		},
	};
}

/** Newest version of the HTTP Request node in n8n 2.41.1. */
const newestHttpRequest = 4.5;

function node(type: string, typeVersion: number, more: Partial<INode>): INode {
	return {
		id: 'measured',
		name: 'Measured',
		type,
		typeVersion,
		position: [0, 0],
		parameters: {},
		credentials: { backlinkPanelApi: { id: '1', name: 'Sandbox' } },
		...more,
	};
}

function described([option, value]: [string, unknown]): string {
	const words = option.replace(/[A-Z]/g, (letter) => ` ${letter}`);
	return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${String(value)}`;
}
