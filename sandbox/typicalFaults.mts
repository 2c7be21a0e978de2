import type { Fault } from './faults.mts';

/** A fault that the page can switch on. */
export interface TypicalFault {
	fault: Fault & { name: string };
	/** Explains the answer that the client sees, and the charge. */
	explanation: string;
}

/** Faults for which the node gives nearly equal messages. */
export interface FaultGroup {
	title: string;
	faults: TypicalFault[];
}

/** Switches of the page, in groups. */
export const typicalFaults: FaultGroup[] = [
	{
		title: 'Refused: nothing is charged',
		faults: [
			{
				fault: {
					name: 'Key not accepted',
					answer: 'status',
					status: 401,
					body: { ok: false, kod: 'yetkisiz', hata: 'API anahtarı geçersiz veya eksik.' },
				},
				explanation: 'Every request is refused with 401 and yetkisiz.',
			},
			{
				fault: {
					name: 'No eligible site',
					answer: 'status',
					method: 'POST',
					status: 409,
					body: { ok: false, kod: 'uygunSiteYok', hata: 'Şu anda uygun bir site bulunmuyor.' },
				},
				explanation: 'Orders are refused with 409 and uygunSiteYok.',
			},
			{
				fault: {
					name: 'Order not accepted',
					answer: 'status',
					method: 'POST',
					status: 422,
					body: { ok: false, kod: 'icerikUygunsuz', hata: 'İçerik yayın kurallarına uymuyor.' },
				},
				explanation: 'Orders are refused with 422 and a kod that is not documented.',
			},
			{
				fault: { name: 'Too many requests', answer: 'tooManyRequests' },
				explanation: 'Every request is refused with 429.',
			},
			{
				fault: {
					name: 'Come back later',
					answer: 'tooManyRequests',
					headers: { 'retry-after': '120' },
				},
				explanation:
					'Every request is refused with 429 and a Retry-After of 2 minutes. With Max Wait (Seconds) at 60, the node says so at once. After this is off, the key waits for the rest of the 2 minutes.',
			},
		],
	},
	{
		title: 'Without a usable answer: whether an order was placed is unknown',
		faults: [
			{
				fault: { name: 'Answer lost', answer: 'reset', phase: 'after', method: 'POST' },
				explanation: 'Orders are charged, then the connection breaks.',
			},
			{
				fault: {
					name: 'Connection broken early',
					answer: 'reset',
					phase: 'before',
					method: 'POST',
				},
				explanation: 'The connection breaks before an order is processed.',
			},
			{
				fault: { name: 'No answer', answer: 'timeout', method: 'POST' },
				explanation: 'Orders are charged, and the answer never comes: set a short Timeout.',
			},
			{
				fault: { name: 'Answer cut off', answer: 'truncated', method: 'POST' },
				explanation: 'Orders are charged, and half of the answer arrives.',
			},
			{
				fault: { name: 'Empty answer', answer: 'emptyBody', method: 'POST' },
				explanation: 'Orders are charged, and an empty answer arrives.',
			},
			{
				fault: { name: 'Bad gateway', answer: 'badGateway', method: 'POST' },
				explanation: 'Orders are charged, and a 502 page arrives.',
			},
			{
				fault: { name: 'Request timeout', answer: 'status', method: 'POST', status: 408 },
				explanation: 'Orders are answered with 408 and not processed.',
			},
			{
				fault: { name: 'Redirect', answer: 'redirect', method: 'POST' },
				explanation: 'Orders are answered with 302 and not processed.',
			},
			{
				fault: {
					name: 'Contradiction',
					answer: 'status',
					method: 'POST',
					phase: 'after',
					status: 402,
					body: { ok: true },
				},
				explanation: 'Orders are charged, and answered with 402 and ok: true.',
			},
			{
				fault: { name: 'Maintenance', answer: 'refusal' },
				explanation: 'Status 200 with ok: false; nothing is processed.',
			},
			{
				fault: { name: 'Login page', answer: 'html' },
				explanation: 'Status 200 with HTML instead of JSON; nothing is processed.',
			},
		],
	},
	{
		title: 'Reads, and answers of another form',
		faults: [
			{
				fault: { name: 'Reads fail', answer: 'badGateway', method: 'GET' },
				explanation: 'Balance and order list are answered with a 502 page.',
			},
			{
				fault: { name: 'Reads say nothing', answer: 'json', method: 'GET' },
				explanation: 'They are answered with ok: true alone.',
			},
			{
				fault: { name: 'Unknown fields', answer: 'extraFields' },
				explanation: 'Answers carry more fields, one of them called error.',
			},
			{
				fault: { name: 'Slow answers', answer: 'latency', delayMs: 3000 },
				explanation: 'Every answer takes 3 seconds.',
			},
		],
	},
];
