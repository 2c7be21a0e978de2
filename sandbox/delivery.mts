import type { FastifyReply } from 'fastify';
import type { RequestEntry } from './books.mts';

export type DeliveryWay = 'send' | 'truncate' | 'reset' | 'hold';

/** An answer and its delivery; `reset` and `hold` send no part of it. */
export interface Delivery {
	way: DeliveryWay;
	status: number;
	headers: Record<string, string>;
	text: string;
}

const deliveryWays: Record<
	DeliveryWay,
	(delivery: Delivery, reply: FastifyReply, entry: RequestEntry) => void
> = {
	send: ({ status, headers, text }, reply, entry) => {
		entry.status = status;
		entry.outcome = 'answered';
		reply.code(status).headers(headers).send(text);
	},
	truncate: ({ status, headers, text }, reply, entry) => {
		entry.status = status;
		entry.outcome = 'truncated';
		const bytes = Buffer.from(text);
		reply.hijack();
		reply.raw.writeHead(status, { ...headers, 'content-length': bytes.length });
		reply.raw.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => reply.raw.destroy());
	},
	reset: (_delivery, reply, entry) => {
		entry.outcome = 'reset';
		reply.hijack();
		reply.raw.socket?.resetAndDestroy();
	},
	hold: (_delivery, reply, entry) => {
		entry.outcome = 'held';
		reply.hijack();
	},
};

/** Delivers an answer and enters it in the books; sends nothing to a client that has left. */
export function deliver(delivery: Delivery, reply: FastifyReply, entry: RequestEntry): void {
	if (entry.outcome === 'clientLeft') {
		reply.hijack();
		return;
	}
	deliveryWays[delivery.way](delivery, reply, entry);
}
