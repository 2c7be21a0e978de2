import type { Fault } from './faults.mts';

/** A fault that the page can switch on. */
export interface TypicalFault {
	fault: Fault & { name: string };
	/** What the client meets, and what was charged. */
	explanation: string;
}

/** The switches of the page. */
export const typicalFaults: TypicalFault[] = [
	{
		fault: { name: 'Slow answers', answer: 'latency', delayMs: 3000 },
		explanation: 'Every answer takes 3 seconds.',
	},
	{
		fault: { name: 'Answer lost', answer: 'reset', phase: 'after', method: 'POST' },
		explanation: 'Orders are charged, then the connection breaks.',
	},
	{
		fault: { name: 'Connection broken early', answer: 'reset', phase: 'before', method: 'POST' },
		explanation: 'The connection breaks before an order is processed.',
	},
	{
		fault: { name: 'No answer', answer: 'timeout', method: 'POST' },
		explanation: 'Orders are charged, and the answer never comes.',
	},
	{
		fault: { name: 'Answer cut off', answer: 'truncated', method: 'POST' },
		explanation: 'Orders are charged, and half of the answer arrives.',
	},
	{
		fault: { name: 'Bad gateway', answer: 'badGateway', method: 'POST' },
		explanation: 'Orders are charged, and a 502 page arrives.',
	},
	{
		fault: { name: 'Too many requests', answer: 'tooManyRequests' },
		explanation: 'Every request is refused with 429.',
	},
	{
		fault: { name: 'Maintenance', answer: 'refusal' },
		explanation: 'Status 200 with ok: false; nothing is processed.',
	},
	{
		fault: { name: 'Login page', answer: 'html' },
		explanation: 'Status 200 with HTML instead of JSON; nothing is processed.',
	},
	{
		fault: { name: 'Unknown fields', answer: 'extraFields' },
		explanation: 'Answers carry more fields, one of them called error.',
	},
];
