import type { INodeProperties } from 'n8n-workflow';

import { nonNegativeNumberFromAnswer } from '../api/credits';
import { type PaidOperation, toOutput } from './Operation';
import { PRICE_PER_MONTH, PRICE_OF_BACKLINK } from '../errors/documentedConstants';

const targetUrl: INodeProperties = {
	displayName: 'Target URL',
	name: 'targetUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/page',
	description: 'The page that the backlink points to',
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
	typeOptions: { minValue: 1, maxValue: 1_200, numberPrecision: 0 },
	default: 1,
	description: `How long the backlink stays, at ${PRICE_OF_BACKLINK}`,
};

export const backlinkCreate: PaidOperation = {
	resource: 'backlink',
	value: 'create',
	name: 'Create',
	action: 'Create a backlink',
	description: 'Order a placement on a site of the network',
	spendsCredits: true,
	priceText: PRICE_OF_BACKLINK,
	notice: `Each item is an order and costs ${PRICE_OF_BACKLINK}, also when you execute this step here (the same order once an hour). Options → “Dry Run” only checks; an “Idempotency Key” keeps a row from being ordered twice.`,
	fields: [targetUrl, anchorText, months],
	prepare: (parameters) => {
		const hedefUrl = parameters.webAddress(targetUrl);
		const anchor = parameters.text(anchorText);
		const sureAy = parameters.number(months);
		return {
			request: {
				method: 'POST',
				path: '/backlink',
				body: { hedefUrl, anchor, sureAy },
				spendsCredits: true,
			},
			subject: hedefUrl,
			price: {
				operation: 'backlink create',
				units: sureAy,
				documentedPrice: PRICE_PER_MONTH,
				isOpen: false,
			},
			amounts: ({ harcananKredi }) => ({ cost: nonNegativeNumberFromAnswer(harcananKredi) }),
			read: (answer) => toOutput([answer]),
		};
	},
	readPaid: (answer) => toOutput([answer]),
};
