import { faultAnswerNames } from './faultAnswers.mts';
import { windowKindNames } from './rateWindows.mts';
import { retryAfterKindNames } from './retryAfter.mts';
import { listLimitKindNames } from './settings.mts';

const text = { type: 'string' };
const wholeNumber = { type: 'integer', minimum: 0 };

export const settingsSchema = {
	type: 'object',
	additionalProperties: false,
	properties: {
		apiKeys: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
		balance: { type: 'number' },
		sites: {
			type: 'array',
			items: {
				type: 'object',
				additionalProperties: false,
				required: ['name', 'publishes'],
				properties: { name: text, publishes: { type: 'boolean' } },
			},
		},
		listLimit: { enum: listLimitKindNames },
		rateLimit: {
			type: 'object',
			additionalProperties: false,
			properties: {
				window: { enum: windowKindNames },
				limit: { type: 'integer', minimum: 1 },
				windowMs: { type: 'integer', minimum: 1 },
				retryAfter: { enum: retryAfterKindNames },
			},
		},
	},
};

export const faultSchema = {
	type: 'object',
	additionalProperties: false,
	required: ['answer'],
	properties: {
		name: text,
		answer: { enum: faultAnswerNames },
		phase: { enum: ['before', 'after'] },
		method: text,
		path: { type: 'string', pattern: '^/' },
		bodyContains: text,
		skip: wholeNumber,
		times: { type: 'integer', minimum: 1 },
		status: { type: 'integer', minimum: 200, maximum: 599 },
		headers: { type: 'object', additionalProperties: text },
		body: {},
		delayMs: wholeNumber,
	},
};

/** JSON schema of orders to add; further fields are the orders' own. */
export const newOrdersSchema = {
	type: 'object',
	required: ['type', 'count'],
	properties: {
		type: { enum: ['backlink', 'article'] },
		count: { type: 'integer', minimum: 1, maximum: 100_000 },
	},
};

export const orderFieldsSchema = { type: 'object' };

/** JSON schema of the books' query: `newest` limits each list to that many of its newest entries. */
export const booksQuerySchema = {
	type: 'object',
	properties: { newest: { type: 'string', pattern: '^\\d{1,9}$' } },
};
