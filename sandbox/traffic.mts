import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { bodyForBooks } from './books.mts';
import type { Arrival, RequestEntry } from './books.mts';
import { deliver } from './delivery.mts';
import type { Delivery } from './delivery.mts';
import {
	delayOf,
	deliveryOf,
	faultDelivery,
	phaseOf,
	reachesService,
	strikesUnknownKeys,
} from './faultAnswers.mts';
import type { ActiveFault } from './faults.mts';
import { maskedKey } from './text.mts';
import { perform } from './operations.mts';
import { retryAfterHeaders } from './retryAfter.mts';
import { refusal, success } from './serviceAnswer.mts';
import type { ServiceAnswer } from './serviceAnswer.mts';
import type { Simulation, SimulationState } from './simulation.mts';

/** Largest body, in bytes. */
const largestBody = 20 * 1024 * 1024;

const apiPath = /^(?:\/[^/]+)*?\/api\/v1(\/.*)$/;

/** A completely received request. */
interface Incoming {
	method: string;
	/** Path after `/api/v1`; null for other paths. */
	path: string | null;
	query: Record<string, string>;
	key: string | null;
	contentType: string | null;
	rawBody: string;
}

/** Answers requests to the service and to unknown paths, but not the sandbox's own pages. */
export function traffic(simulation: Simulation): FastifyPluginCallback {
	return (server, _options, done) => {
		// Reads bodies here, so that the books also show a client that leaves while sending.
		server.removeAllContentTypeParsers();
		server.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
		server.all('/*', (request, reply) => answer(simulation.state, request, reply));
		done();
	};
}

async function answer(
	state: SimulationState,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const arrival = arrivalOf(request);
	const entry = state.books.open(arrival);
	reply.raw.once('close', () => {
		state.books.closed();
		if (!reply.raw.writableFinished) enterDeparture(entry);
	});
	const rawBody = await bodyOf(request.raw);
	if (rawBody === null) {
		deliver(deliveryOf(refusal('gecersizIstek', 'İstek gövdesi okunamadı.')), reply, entry);
		return reply;
	}
	entry.body = bodyForBooks(rawBody);
	const incoming: Incoming = {
		method: arrival.method,
		path: apiPath.exec(arrival.path)?.[1] ?? null,
		query: arrival.query,
		key: bearerKey(request.headers.authorization),
		contentType: arrival.headers.contentType,
		rawBody,
	};
	deliver(await deliveryFor(state, incoming, entry), reply, entry);
	return reply;
}

/** Decides on the delivery in the service's order: key, rate limit, then operation and faults. */
async function deliveryFor(
	state: SimulationState,
	incoming: Incoming,
	entry: RequestEntry,
): Promise<Delivery> {
	const { key, method, path, rawBody } = incoming;
	if (path === null) return deliveryOf(refusal('bulunamadi'));
	const target = { method, path, rawBody };
	if (!state.panel.knows(key)) {
		const fault = state.faults.strike(target, strikesUnknownKeys);
		const unauthorized = refusal('yetkisiz');
		return fault === null ? deliveryOf(unauthorized) : struck(fault, entry, () => unauthorized);
	}
	const now = Date.now();
	const waitMs = state.panel.overLimit(key, now);
	if (waitMs !== null) {
		const { retryAfter } = state.panel.settings.rateLimit;
		return deliveryOf(refusal('limit', undefined, retryAfterHeaders(retryAfter, waitMs, now)));
	}
	const process = () => processed(state, { ...incoming, path }, entry);
	const fault = state.faults.strike(target, () => true);
	return fault === null ? deliveryOf(process()) : await struck(fault, entry, process);
}

/** The service processes a struck request even if its client leaves during the delay. */
async function struck(
	fault: ActiveFault,
	entry: RequestEntry,
	process: () => ServiceAnswer,
): Promise<Delivery> {
	entry.fault = fault.name ?? fault.answer;
	const early = phaseOf(fault) === 'after' ? process() : null;
	const delayMs = delayOf(fault);
	if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
	const answer = early ?? (reachesService(fault) ? process() : success({}, null));
	return faultDelivery(fault, answer);
}

function processed(
	state: SimulationState,
	incoming: Incoming & { path: string },
	entry: RequestEntry,
): ServiceAnswer {
	const now = Date.now();
	const answer = perform(state.panel, { ...incoming, now });
	entry.processed = answer.body.ok === true;
	if (answer.charge !== null) state.books.charge(entry, answer.charge, now);
	return answer;
}

function enterDeparture(entry: RequestEntry): void {
	const isOurDoing = entry.outcome === 'reset' || entry.outcome === 'truncated';
	if (isOurDoing) return;
	entry.outcome = 'clientLeft';
	entry.status = null;
}

function arrivalOf(request: FastifyRequest): Arrival {
	const { authorization } = request.headers;
	const [path = '', query = ''] = request.url.split(/\?(.*)/s, 2);
	const key = bearerKey(authorization);
	return {
		at: Date.now(),
		method: request.method,
		path,
		query: Object.fromEntries(new URLSearchParams(query)),
		key: key === null ? null : maskedKey(key),
		headers: {
			authorizationScheme: schemeOf(authorization),
			contentType: request.headers['content-type'] ?? null,
			userAgent: request.headers['user-agent'] ?? null,
		},
	};
}

/** Reads the key of an `Authorization: Bearer` header; null if there is none. */
function bearerKey(authorization: string | undefined): string | null {
	return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Reads the scheme of an `Authorization` header; null for a header of one word, which may be a bare key. */
function schemeOf(authorization: string | undefined): string | null {
	return /^(\S+) /.exec(authorization ?? '')?.[1] ?? null;
}

/** Reads the body; null if it is too large or the client left while sending it. */
async function bodyOf(message: IncomingMessage): Promise<string | null> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of message) {
			bytes += chunk.length;
			if (bytes <= largestBody) chunks.push(chunk);
		}
	} catch {
		return null;
	}
	return bytes > largestBody ? null : Buffer.concat(chunks).toString('utf8');
}
