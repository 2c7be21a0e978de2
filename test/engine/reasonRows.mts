import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault, SettingsChange } from '../../sandbox/sandbox.mts';
import { articleForm, backlinkItems, balanceForm } from './forms.mts';

/** Reason of a failure, with a way to cause it, and the texts and facts for users and workflows. */
export interface Row {
	reason: string;
	fault?: Fault;
	settings?: SettingsChange;
	/** Fields of the credential. The server at the port has a certificate that is not trusted. */
	credential?: (untrustedPort: number) => ICredentialDataDecryptedObject;
	form?: INodeParameters;
	options?: IDataObject;
	items?: IDataObject[];
	isStoreLocked?: true;
	/** Index of the item that fails; default: 0. */
	itemIndex?: number;
	message: RegExp;
	/** Part of the description that gives a next step. */
	advice: RegExp;
	kod?: string;
	hata?: string;
	httpStatus?: number;
	charged?: 'unknown';
	retryable?: true;
	/** Cause in n8n's own words, in `failure` of the error. */
	cause?: string;
	/** Credits that the sandbox charges for all items; default: 0. */
	credits?: number;
}

const PARAGRAPHS_OF_UNKNOWN =
	/^The request was sent, but .* charged\.(\n\n|<br><br>)The order list .*\1Look it up .* Executions → this execution → Retry \(the arrow\)/;

const article = { title: 'Halı bakımı', html: '<p>Metin</p>' };
const refusal = (status: number, kod: string, hata: string): Fault => ({
	answer: 'status',
	status,
	body: { ok: false, kod, hata },
});

/** Reasons that an answer of the service or a setting causes. reasons.test.mts lists the others. */
export const rows: Row[] = [
	{
		reason: 'yetkisiz',
		cause: 'credential-invalid',
		credential: () => ({ apiKey: 'demo_live_wrong' }),
		message: /^The API key was not accepted$/,
		advice: /Check the API Key of the credential/,
		kod: 'yetkisiz',
		httpStatus: 401,
	},
	{
		reason: 'krediYetersiz',
		cause: 'quota-exhausted',
		settings: { balance: 0 },
		message: /^Not enough credits$/,
		advice: /Top up the balance/,
		kod: 'krediYetersiz',
		httpStatus: 402,
	},
	{
		reason: 'uygunSiteYok',
		cause: 'temporarily-unavailable',
		settings: { sites: [] },
		message: /^No eligible site is available$/,
		advice: /Try again later/,
		kod: 'uygunSiteYok',
		httpStatus: 409,
		retryable: true,
	},
	{
		reason: 'limit',
		cause: 'rate-limited',
		fault: { answer: 'tooManyRequests' },
		options: { maxRateLimitWait: 0 },
		message: /^Rate limit: waited 0 s$/,
		advice: /Raise “Max Wait \(Seconds\)”/,
		kod: 'limit',
		httpStatus: 429,
		retryable: true,
	},
	{
		reason: 'refused',
		fault: refusal(422, 'anchorYasak', 'Bu anchor kullanılamaz'),
		message: /^The service refused the request: Bu anchor kullanılamaz$/,
		advice: /Check the values of this item/,
		kod: 'anchorYasak',
		httpStatus: 422,
	},
	{
		reason: 'notConfirmed',
		fault: { answer: 'refusal', body: { ok: false, kod: 'bakim', hata: 'Bakım' } },
		message: /^The service did not confirm the order: Bakım$/,
		advice: /Look it up with Order → Get Many/,
		kod: 'bakim',
		httpStatus: 200,
		charged: 'unknown',
	},
	{
		reason: 'outcomeUnknown',
		fault: { answer: 'reset' },
		message: /^The outcome of this order is unknown$/,
		// Matches three paragraphs: the event, the entries of the order list, the next step.
		advice: PARAGRAPHS_OF_UNKNOWN,
		charged: 'unknown',
		credits: 1,
	},
	{
		reason: 'notSent',
		cause: 'temporarily-unavailable',
		credential: (port) => ({ baseUrl: `https://localhost:${port}` }),
		message: /^The service could not be reached: the certificate is not accepted \(/,
		advice: /^The request to localhost:\d+ was not sent, .* Check that the Base URL /,
		retryable: true,
	},
	{
		reason: 'unexpectedAnswer',
		httpStatus: 200,
		fault: { answer: 'json', body: { ok: true, anahtar: 1 } },
		form: balanceForm,
		message: /^The service answered in another format than documented$/,
		advice: /Check that the Base URL/,
	},
	{
		reason: 'noSitePublished',
		cause: 'temporarily-unavailable',
		httpStatus: 200,
		fault: {
			answer: 'json',
			body: { ok: true, basariliSayisi: 0, sonuclar: [{ site: 'a.example', ok: false }] },
		},
		form: articleForm,
		items: [article],
		message: /^No site published the article$/,
		advice: /a\.example.*Try again later/,
		retryable: true,
	},
	{
		reason: 'readFailed',
		cause: 'temporarily-unavailable',
		fault: { answer: 'redirect', headers: { location: '/login' } },
		form: balanceForm,
		message: /^The service gave no usable answer$/,
		advice: /Try again later/,
		httpStatus: 302,
		retryable: true,
	},
	{
		reason: 'keyClash',
		cause: 'configuration-invalid',
		options: { idempotencyKey: 'post-', parallelRequests: 1 },
		items: backlinkItems(2),
		itemIndex: 1,
		message: /^“Idempotency Key” is not unique: item 0 /,
		advice: /Use an expression/,
		credits: 1,
	},
	{
		reason: 'maxCredits',
		options: { maxCredits: 0 },
		message: /^“Max Credits per Execution” does not allow this order$/,
		advice: /Of the 0 .* Raise it in Options, or leave these items for another execution\.$/,
	},
	{
		reason: 'minimumBalance',
		cause: 'quota-exhausted',
		options: { minimumBalance: 1_000 },
		message: /^“Minimum Balance to Keep” does not allow this order$/,
		advice: /leave 999/,
	},
	{
		reason: 'orderStoreUnavailable',
		options: { idempotencyKey: 'post-1' },
		isStoreLocked: true,
		message: /^The node could not check whether this order was placed before$/,
		advice: /database is locked.*Try again later/,
		retryable: true,
	},
	{
		reason: 'invalidParameter',
		cause: 'configuration-invalid',
		items: [{ ...backlinkItems(1)[0], months: 2.5 }],
		message: /^“Duration \(Months\)” has to be a whole number/,
		advice: /item 0.*Correct the field/,
	},
	{
		reason: 'invalidCredential',
		cause: 'credential-invalid',
		credential: () => ({ apiKey: 'short' }),
		message: /^The API Key has to have at least 8 characters$/,
		advice: /Copy the key/,
	},
];
