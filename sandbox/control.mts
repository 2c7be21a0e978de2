import type { FastifyPluginCallback } from 'fastify';
import type { ChargeEntry, ChatMessage, RequestEntry } from './books.mts';
import {
	booksQuerySchema,
	faultSchema,
	newOrdersSchema,
	orderFieldsSchema,
	settingsSchema,
} from './controlSchemas.mts';
import type { Fault } from './faults.mts';
import { maskedKey } from './text.mts';
import type { Order, OrderType } from './orders.mts';
import type { SandboxSettings, SettingsChange } from './settings.mts';
import type { Simulation, SimulationState } from './simulation.mts';

/** Number of entries in the books. */
export interface Totals {
	requests: number;
	charges: number;
	/** Credits charged. */
	credits: number;
	placements: number;
	articles: number;
}

/** Events since the last reset. */
export interface BooksView {
	/** Credits. */
	balance: number;
	/** Settings with masked keys. */
	settings: SandboxSettings;
	/** Totals of all entries, even if only the newest are listed. */
	totals: Totals;
	/** The oldest first. */
	requests: RequestEntry[];
	/** The oldest first. */
	charges: ChargeEntry[];
	/** Messages to the chat, the oldest first. */
	messages: ChatMessage[];
	/** As the order list shows them, the newest first. */
	placements: Order[];
	/** As the order list shows them, the newest first. */
	articles: Order[];
}

/** Orders to add without a charge; further fields replace the usual ones. */
export type NewOrders = { type: OrderType; count: number } & Order;

/** The control API shows and changes the sandbox's state. Its requests are never booked or limited. */
export function control(simulation: Simulation): FastifyPluginCallback {
	return (server, _options, done) => {
		server.get<{ Querystring: { newest?: string } }>(
			'/books',
			{ schema: { querystring: booksQuerySchema } },
			({ query }) =>
				booksView(simulation.state, query.newest === undefined ? null : Number(query.newest)),
		);

		server.post<{ Body: SettingsChange | null }>(
			'/reset',
			{ schema: { body: { ...settingsSchema, nullable: true } } },
			({ body }) => {
				simulation.reset(body ?? {});
				return { ok: true };
			},
		);

		server.patch<{ Body: SettingsChange }>(
			'/settings',
			{ schema: { body: settingsSchema } },
			({ body }) => {
				simulation.state.panel.change(body);
				return { ok: true };
			},
		);

		server.get('/faults', () => simulation.state.faults.list());

		server.post<{ Body: Fault }>('/faults', { schema: { body: faultSchema } }, ({ body }) => ({
			id: simulation.state.faults.add(body).id,
		}));

		server.delete('/faults', () => {
			simulation.state.faults.clear();
			return { ok: true };
		});

		server.delete<{ Params: { id: string } }>('/faults/:id', ({ params }, reply) =>
			simulation.state.faults.remove(params.id)
				? { ok: true }
				: reply.code(404).send({ ok: false, message: `No fault ${params.id}` }),
		);

		server.patch<{ Params: { id: string }; Body: Order }>(
			'/orders/:id',
			{ schema: { body: orderFieldsSchema } },
			({ params, body }, reply) =>
				simulation.state.panel.orders.change(params.id, body) ??
				reply.code(404).send({ ok: false, message: `No order ${params.id}` }),
		);

		server.post<{ Body: NewOrders }>(
			'/orders',
			{ schema: { body: newOrdersSchema } },
			({ body: { type, count, ...fields } }) => ({
				ids: simulation.state.panel.addOrders(type, count, fields, Date.now()),
			}),
		);

		server.all('/*', (_request, reply) =>
			reply.code(404).send({ ok: false, message: 'The control API has no such path' }),
		);

		done();
	};
}

function booksView({ panel, books }: SimulationState, newest: number | null): BooksView {
	const newestOf = <Entry,>(entries: Entry[]) =>
		newest === null ? entries : entries.slice(Math.max(0, entries.length - newest));
	return {
		balance: panel.balance,
		settings: { ...panel.settings, apiKeys: panel.settings.apiKeys.map(maskedKey) },
		totals: {
			requests: books.requests.length,
			charges: books.charges.length,
			credits: books.credits,
			placements: panel.orders.count('backlink'),
			articles: panel.orders.count('article'),
		},
		requests: newestOf(books.requests),
		charges: newestOf(books.charges),
		messages: newestOf(books.messages),
		placements: panel.orders.newest('backlink', newest),
		articles: panel.orders.newest('article', newest),
	};
}
