import type { IDataObject, INodeParameters } from 'n8n-workflow';

export const balanceForm: INodeParameters = { resource: 'account', operation: 'getBalance' };

export const backlinkForm: INodeParameters = {
	resource: 'backlink',
	operation: 'create',
	targetUrl: '={{ $json.url }}',
	anchorText: '={{ $json.anchor }}',
	months: '={{ $json.months }}',
};

/** Form of Backlink → Create as an agent's tool. The model gives the address and the anchor text. */
export const toolForm: INodeParameters = {
	...backlinkForm,
	targetUrl: "={{ $fromAI('url') }}",
	anchorText: "={{ $fromAI('anchor') }}",
	months: 1,
};

/** Fields of a second node. Its input is the first node's output, so the URL comes from the node Items. */
export const secondOrders: INodeParameters = {
	targetUrl: "={{ $('Items').all()[$itemIndex].json.url }}-second",
	anchorText: 'second',
	months: 1,
};

export const articleForm: INodeParameters = {
	resource: 'article',
	operation: 'publish',
	title: '={{ $json.title }}',
	content: '={{ $json.html }}',
};

export const ordersForm: INodeParameters = { resource: 'order', operation: 'getAll' };

/** Form of Order → Get Many that returns all fields of the service. */
export const wholeOrdersForm: INodeParameters = { ...ordersForm, simplify: false };

export const orderForm: INodeParameters = {
	resource: 'order',
	operation: 'get',
	orderId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
};

export function backlinkItems(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		url: targetOf(index),
		anchor: `anchor ${index}`,
		months: 1,
	}));
}

export function articleItems(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		title: `Title ${index}`,
		html: `<p>Text ${index}</p>`,
	}));
}

export function targetOf(index: number): string {
	return `https://example.com/page-${index}`;
}
