import type { IDataObject } from 'n8n-workflow';

import type { Fault, SettingsChange } from '../../sandbox/sandbox.mts';
import { targetOf } from './forms.mts';

/** One way for an item to fail, and everything the user is told about it. */
export interface FailingOrder {
	situation: string;
	fault?: Fault;
	settings?: SettingsChange;
	apiKey?: string;
	item?: IDataObject;
	options?: IDataObject;
	/** Where the service's text has markup, an error item has it as it came. */
	inItem?: { message: string; descriptionSays: string };
	message: string;
	descriptionSays: string;
	reason: string;
	kod: string | null;
	hata: string | null;
	httpStatus: number | null;
	charged: 'no' | 'unknown';
	retryable: boolean;
	/** What the sandbox saw of it. */
	requests: number;
	credits: number;
}

const refusal = { charged: 'no', requests: 1, credits: 0 } as const;

const unknown = {
	message: 'The outcome of this order is unknown',
	reason: 'outcomeUnknown',
	kod: null,
	hata: null,
	charged: 'unknown',
	retryable: false,
	requests: 1,
} as const;

/** Backlink → Create, failing in each way that the service can make it fail. */
export const failingOrders: FailingOrder[] = [
	{
		...refusal,
		situation: 'a key that the service does not know',
		apiKey: 'demo_live_wrong',
		message: 'The API key was not accepted',
		descriptionSays: 'Account → API',
		reason: 'yetkisiz',
		kod: 'yetkisiz',
		hata: expect.any(String),
		httpStatus: 401,
		retryable: false,
	},
	{
		...refusal,
		situation: 'too few credits',
		settings: { balance: 0 },
		message: 'Not enough credits',
		descriptionSays: 'Top up',
		reason: 'krediYetersiz',
		kod: 'krediYetersiz',
		hata: expect.any(String),
		httpStatus: 402,
		retryable: false,
	},
	{
		...refusal,
		situation: 'no site left for the order',
		settings: { sites: [] },
		message: 'No eligible site is available',
		descriptionSays: 'later',
		reason: 'uygunSiteYok',
		kod: 'uygunSiteYok',
		hata: expect.any(String),
		httpStatus: 409,
		retryable: true,
	},
	{
		...refusal,
		situation: 'the rate limit, with Max Wait 0',
		fault: { answer: 'tooManyRequests' },
		options: { maxRateLimitWait: 0 },
		message: 'Rate limit: waited 0 s',
		descriptionSays: 'Max Wait for Rate Limit',
		reason: 'limit',
		kod: 'limit',
		hata: expect.any(String),
		httpStatus: 429,
		retryable: true,
	},
	{
		...refusal,
		situation: 'the rate limit, where the service asks for more than Max Wait',
		fault: { answer: 'tooManyRequests', headers: { 'retry-after': '1800' } },
		message: 'Rate limit: the service asks to come back in 30 min',
		descriptionSays: 'Run the item again after that time',
		reason: 'limit',
		kod: 'limit',
		hata: expect.any(String),
		httpStatus: 429,
		retryable: true,
	},
	{
		...unknown,
		situation: 'a 429 that says ok: true',
		fault: { answer: 'status', status: 429, body: { ok: true, placementId: 'p1' } },
		descriptionSays: 'the service answered with “ok: true” and status 429',
		httpStatus: 429,
		credits: 0,
	},
	{
		...unknown,
		situation: 'a kod that contradicts its status',
		fault: { answer: 'status', status: 402, body: { ok: false, kod: 'limit', hata: 'Hayır' } },
		descriptionSays: 'the service answered with kod “limit” and status 402',
		kod: 'limit',
		hata: 'Hayır',
		httpStatus: 402,
		credits: 0,
	},
	{
		...refusal,
		situation: 'a refusal with a kod that is not documented',
		fault: {
			answer: 'status',
			status: 422,
			body: { ok: false, kod: 'anchorYasak', hata: 'Bu anchor kullanılamaz: <b>bahis</b>' },
		},
		inItem: {
			message: 'The service refused the request: Bu anchor kullanılamaz: <b>bahis</b>',
			descriptionSays: '“Bu anchor kullanılamaz: <b>bahis</b>”',
		},
		message: 'The service refused the request: Bu anchor kullanılamaz: ‹b›bahis‹/b›',
		descriptionSays: '&lt;b&gt;bahis&lt;/b&gt;',
		reason: 'refused',
		kod: 'anchorYasak',
		hata: 'Bu anchor kullanılamaz: <b>bahis</b>',
		httpStatus: 422,
		retryable: false,
	},
	{
		...refusal,
		situation: 'a 404 page of a proxy',
		fault: { answer: 'status', status: 404, body: '<html>nothing here</html>' },
		message: 'The service refused the request: status 404, not found',
		descriptionSays: 'Base URL',
		reason: 'refused',
		kod: null,
		hata: null,
		httpStatus: 404,
		retryable: false,
	},
	{
		situation: 'status 200 with ok: false and a kod that is not documented',
		fault: { answer: 'refusal', body: { ok: false, kod: 'bakim', hata: 'Bakım çalışması' } },
		message: 'The service did not confirm the order: Bakım çalışması',
		descriptionSays: 'Order → Get Many',
		reason: 'notConfirmed',
		kod: 'bakim',
		hata: 'Bakım çalışması',
		httpStatus: 200,
		charged: 'unknown',
		retryable: false,
		requests: 1,
		credits: 0,
	},
	{
		...refusal,
		situation: 'status 200 with ok: false and a documented kod',
		fault: { answer: 'refusal', body: { ok: false, kod: 'krediYetersiz', hata: 'Yetersiz' } },
		message: 'Not enough credits',
		descriptionSays: 'Yetersiz',
		reason: 'krediYetersiz',
		kod: 'krediYetersiz',
		hata: 'Yetersiz',
		httpStatus: 200,
		retryable: false,
	},
	{
		situation: 'a field that cannot be sent',
		item: { url: targetOf(0), anchor: 'anchor', months: 2.5 },
		message: '“Duration (Months)” has to be a whole number from 1 to 1,200, not 2.5',
		descriptionSays: 'Nothing was sent',
		reason: 'invalidParameter',
		kod: null,
		hata: null,
		httpStatus: null,
		charged: 'no',
		retryable: false,
		requests: 0,
		credits: 0,
	},
	{
		...unknown,
		situation: 'no answer in time, after the order was carried out',
		fault: { answer: 'timeout' },
		options: { timeout: 1 },
		descriptionSays: 'no answer came within 1 s',
		httpStatus: null,
		credits: 1,
	},
	{
		...unknown,
		situation: 'a connection reset, after the order was carried out',
		fault: { answer: 'reset' },
		descriptionSays: 'the connection was lost before the answer arrived',
		httpStatus: null,
		credits: 1,
	},
	{
		...unknown,
		situation: 'a connection reset, before the order was carried out',
		fault: { answer: 'reset', phase: 'before' },
		descriptionSays: 'the connection was lost before the answer arrived',
		httpStatus: null,
		credits: 0,
	},
	{
		...unknown,
		situation: 'an answer cut in the middle',
		fault: { answer: 'truncated' },
		descriptionSays: 'the answer was cut off',
		httpStatus: null,
		credits: 1,
	},
	{
		...unknown,
		situation: 'an answer that is not complete JSON',
		fault: { answer: 'invalidJson' },
		descriptionSays: 'not complete JSON',
		httpStatus: 200,
		credits: 1,
	},
	{
		...unknown,
		situation: 'an empty answer',
		fault: { answer: 'emptyBody' },
		descriptionSays: 'the answer was empty',
		httpStatus: 200,
		credits: 1,
	},
	{
		...unknown,
		situation: 'a web page instead of an answer',
		fault: { answer: 'html' },
		descriptionSays: 'a web page instead of JSON',
		httpStatus: 200,
		credits: 0,
	},
	{
		...unknown,
		situation: 'a redirect, which is not followed',
		fault: { answer: 'redirect' },
		descriptionSays: 'redirected to /api/v1/krediler',
		httpStatus: 302,
		credits: 0,
	},
	{
		...unknown,
		situation: 'a 502 page of a gateway, after the order was carried out',
		fault: { answer: 'badGateway' },
		descriptionSays: 'status 502',
		httpStatus: 502,
		credits: 1,
	},
	{
		...unknown,
		situation: 'a 500 with a body of the service',
		fault: {
			answer: 'status',
			status: 500,
			body: { ok: false, kod: 'sunucu', hata: 'Hata oluştu' },
		},
		descriptionSays: 'status 500',
		kod: 'sunucu',
		hata: 'Hata oluştu',
		httpStatus: 500,
		credits: 0,
	},
	{
		...unknown,
		situation: 'a 408',
		fault: { answer: 'status', status: 408, body: '' },
		descriptionSays: 'status 408',
		httpStatus: 408,
		credits: 0,
	},
];
