import type { INodeProperties } from 'n8n-workflow';

import { output, type Operation } from './Operation';

const targetUrl: INodeProperties = {
	displayName: 'Target URL',
	name: 'targetUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/page',
	description: 'The page that the backlink points to, as an absolute address',
};

const anchorText: INodeProperties = {
	displayName: 'Anchor Text',
	name: 'anchorText',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. handmade carpets',
	description: 'The text of the link',
};

const months: INodeProperties = {
	displayName: 'Duration (Months)',
	name: 'months',
	type: 'number',
	required: true,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 1,
	description: 'How long the backlink stays, at 1 credit a month',
};

/** Backlink → Create: a link on a site of the network, for 1 credit a month. */
export const backlinkCreate: Operation = {
	resource: 'backlink',
	value: 'create',
	name: 'Create',
	action: 'Create a backlink',
	description: 'Order a placement on a site of the network, at 1 credit a month',
	spendsCredits: true,
	fields: [targetUrl, anchorText, months],
	prepare: (parameters) => ({
		request: {
			method: 'POST',
			path: '/backlink',
			body: {
				hedefUrl: parameters.webAddress(targetUrl),
				anchor: parameters.text(anchorText),
				sureAy: parameters.positiveInteger(months),
			},
			spendsCredits: true,
		},
		read: (body) => output([body]),
	}),
};
