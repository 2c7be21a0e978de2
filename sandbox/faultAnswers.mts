import type { Delivery } from './delivery.mts';
import type { Fault, FaultAnswerName, FaultPhase } from './faults.mts';
import { isObject } from './text.mts';
import { refusal } from './serviceAnswer.mts';
import type { ServiceAnswer } from './serviceAnswer.mts';

interface FaultAnswer {
	/**
	 * Default time of a fault. An answer that hides the service's own comes after processing; an answer in
	 * the service's place comes before.
	 */
	phase: FaultPhase;
	/** True if the fault changes the service's own answer: the service then always processes the request. */
	needsService?: true;
	/** True if the fault also strikes requests with a wrong key. */
	strikesUnknownKeys?: true;
	/** Default delay in ms. */
	delayMs?: number;
	/** Makes the delivery; `answer` is the service's, or a bare success if the service was not asked. */
	deliver: (fault: Fault, answer: ServiceAnswer) => Delivery;
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' };
const htmlType = { 'content-type': 'text/html; charset=utf-8' };

const gatewayPage =
	'<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n' +
	'<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

const loginPage =
	'<!DOCTYPE html><html lang="tr"><head><meta charset="utf-8"><title>Giriş yap</title></head>' +
	'<body><h1>Panele giriş</h1><form method="post"><input name="eposta">' +
	'<input name="parola" type="password"><button>Giriş yap</button></form></body></html>';

const faultAnswers: Record<FaultAnswerName, FaultAnswer> = {
	latency: {
		phase: 'after',
		needsService: true,
		delayMs: 1000,
		deliver: (_fault, answer) => deliveryOf(answer),
	},
	reset: { phase: 'after', deliver: (_fault, answer) => ({ ...deliveryOf(answer), way: 'reset' }) },
	timeout: {
		phase: 'after',
		deliver: (_fault, answer) => ({ ...deliveryOf(answer), way: 'hold' }),
	},
	truncated: {
		phase: 'after',
		deliver: (_fault, answer) => ({ ...deliveryOf(answer), way: 'truncate' }),
	},
	badGateway: {
		phase: 'after',
		deliver: (fault) => made(fault, 502, htmlType, gatewayPage),
	},
	status: {
		phase: 'before',
		strikesUnknownKeys: true,
		deliver: (fault) => made(fault, 500, {}, ''),
	},
	refusal: {
		phase: 'before',
		deliver: (fault) => made({ ...fault, body: refusalBody(fault.body) }, 200, {}, ''),
	},
	invalidJson: {
		phase: 'after',
		deliver: (fault, answer) =>
			made(fault, answer.status, jsonType, JSON.stringify(answer.body).slice(0, -1)),
	},
	emptyBody: { phase: 'after', deliver: (fault) => made(fault, 200, jsonType, '') },
	html: { phase: 'before', deliver: (fault) => made(fault, 200, htmlType, loginPage) },
	// Leads clients that follow redirects to a success that tells nothing of the order.
	redirect: {
		phase: 'before',
		deliver: (fault) => made(fault, 302, { location: '/api/v1/krediler' }, ''),
	},
	nullLists: {
		phase: 'after',
		needsService: true,
		deliver: (_fault, answer) => deliveryOf({ ...answer, body: withNullLists(answer.body) }),
	},
	extraFields: {
		phase: 'after',
		needsService: true,
		deliver: (_fault, answer) => deliveryOf({ ...answer, body: withExtraFields(answer.body) }),
	},
	tooManyRequests: {
		phase: 'before',
		deliver: (fault) => {
			const { status, body } = refusal('limit');
			return made(fault, status, jsonType, JSON.stringify(body));
		},
	},
	json: { phase: 'before', deliver: (fault) => made(fault, 200, jsonType, '{"ok":true}') },
};

export const faultAnswerNames = Object.keys(faultAnswers);

export function strikesUnknownKeys(fault: Fault): boolean {
	return faultAnswers[fault.answer].strikesUnknownKeys === true;
}

/** True if the service processes a request that the fault strikes. */
export function reachesService(fault: Fault): boolean {
	return faultAnswers[fault.answer].needsService === true || phaseOf(fault) === 'after';
}

/** Returns the phase of a fault: its own choice, otherwise the default of its answer. */
export function phaseOf(fault: Fault): FaultPhase {
	return fault.phase ?? faultAnswers[fault.answer].phase;
}

/** Returns the delay of a fault's answer, in ms. */
export function delayOf(fault: Fault): number {
	return fault.delayMs ?? faultAnswers[fault.answer].delayMs ?? 0;
}

/** Makes the delivery of a fault; `answer` is the service's, or a bare success. */
export function faultDelivery(fault: Fault, answer: ServiceAnswer): Delivery {
	return faultAnswers[fault.answer].deliver(fault, answer);
}

/** Delivers the service's own answer as it is. */
export function deliveryOf(answer: ServiceAnswer): Delivery {
	return {
		way: 'send',
		status: answer.status,
		headers: { ...jsonType, ...answer.headers },
		text: JSON.stringify(answer.body),
	};
}

/** Delivers an answer with the fault's own values; the defaults fill in the rest. */
function made(
	fault: Fault,
	status: number,
	headers: Record<string, string>,
	text: string,
): Delivery {
	const { body } = fault;
	const typeOfBody = body === undefined || typeof body === 'string' ? {} : jsonType;
	return {
		way: 'send',
		status: fault.status ?? status,
		headers: { ...headers, ...typeOfBody, ...lowerCaseNames(fault.headers ?? {}) },
		text: body === undefined ? text : textOf(body),
	};
}

function textOf(body: unknown): string {
	return typeof body === 'string' ? body : JSON.stringify(body);
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	);
}

function refusalBody(body: unknown): Record<string, unknown> {
	const given = isObject(body) ? body : {};
	return { ok: false, kod: 'bakimda', hata: 'Panel bakımda, lütfen sonra deneyin.', ...given };
}

function withNullLists(body: Record<string, unknown>): Record<string, unknown> {
	return 'backlinkler' in body ? { ...body, backlinkler: null, tanitimlar: null } : body;
}

/** Fields of a later version of the service; n8n would take `error` for a failure. */
const extraFields = { error: 'yok', surum: 2, etiketler: ['yeni'], ek: { not: null } };

function withExtraFields(body: Record<string, unknown>): Record<string, unknown> {
	const fields = Object.entries(body).map(([name, value]) => [
		name,
		Array.isArray(value) ? value.map((element) => ({ ...element, ...extraFields })) : value,
	]);
	return { ...Object.fromEntries(fields), ...extraFields };
}
