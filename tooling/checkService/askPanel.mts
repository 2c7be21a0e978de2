import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { classifyResponse, parseResponse } from '../../nodes/BacklinkPanel/api/classifyResponse.ts';
import { balanceOf } from '../../nodes/BacklinkPanel/api/credits.ts';
import type { RequestOutcome } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import { createRedactor } from '../../nodes/BacklinkPanel/api/redactApiKey.ts';
import { transportFailure } from '../../nodes/BacklinkPanel/api/transportFailure.ts';
import { toErrorJson } from '../../nodes/BacklinkPanel/errors/nodeError.ts';
import { readRetryAfter } from '../../nodes/BacklinkPanel/rateLimiter/retryAfter.ts';
import { isObject, parsedJson } from '../../sandbox/text.mts';

/** A panel to ask; its address has no trailing slash and no `/api/v1`. */
export interface Panel {
	baseUrl: string;
	apiKey: string;
}

/** One request. */
export interface Question {
	method: 'GET' | 'POST';
	/** Path after `/api/v1`. */
	path: string;
	body?: Record<string, unknown>;
	/** True to send an invented key of the same form. */
	hasWrongKey?: boolean;
	/** Our assumptions about the answer, by name of the fact. */
	assumed: Record<string, string>;
}

/** An answer as it came, without the key, and the node's reading of it. */
export interface Asked {
	question: Question;
	/** Undefined if no complete answer came. */
	response?: ReturnType<typeof parseResponse>;
	outcome: RequestOutcome;
}

/** Longest wait for an answer, in ms. */
const timeoutMs = 30_000;

/** Sends a request once, without redirects or further tries. */
async function askPanel({ baseUrl, apiKey }: Panel, question: Question): Promise<Asked> {
	const { method, path, body, hasWrongKey } = question;
	const key = hasWrongKey ? apiKey.slice(0, -8) + randomBytes(4).toString('hex') : apiKey;
	const spendsCredits = method === 'POST';
	try {
		const { status, headers, data } = await axios.request<string>({
			url: `${baseUrl}/api/v1${path}`,
			method,
			headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
			data: body && JSON.stringify(body),
			timeout: timeoutMs,
			maxRedirects: 0,
			responseType: 'text',
			transformResponse: (text: unknown) => text,
			validateStatus: null,
		});
		// Parses a body as n8n does: JSON if possible, otherwise text.
		const received = {
			statusCode: status,
			headers: { ...headers },
			body: parsedJson(data) ?? data,
		};
		const response = parseResponse(received, createRedactor(apiKey));
		const retryAfterMs = readRetryAfter(response.headers, Date.now());
		const outcome = classifyResponse(response, spendsCredits, retryAfterMs);
		return { question, response, outcome };
	} catch (error) {
		const { host } = new URL(baseUrl);
		return { question, outcome: transportFailure(error, { spendsCredits, host, timeoutMs }) };
	}
}

/** Names a request in the table and in the record. */
export function labelOf({ method, path, hasWrongKey }: Question): string {
	return `${method} ${path}${hasWrongKey ? ' with a wrong key' : ''}`;
}

/** Returns the fields of an answer; empty if it is no JSON object. */
export function bodyOf(asked: Asked | undefined): IDataObject {
	const body = asked?.response?.body;
	// Safe cast: the value comes from JSON.
	return isObject(body) ? (body as IDataObject) : {};
}

/** Asks the questions in order, first for the balance; `stopped` says why some were not asked. */
export async function askAll(panel: Panel, wanted: Question[], pauseMs: number) {
	const all: Asked[] = [];
	for (const question of wanted) {
		if (question.method === 'POST' && (balanceOf(bodyOf(all[0])) ?? 0) < 1) {
			return { all, stopped: 'There is no balance to buy a backlink from; nothing was bought.' };
		}
		const asked = await askPanel(panel, question);
		all.push(asked);
		const stopped = reasonToStop(asked);
		if (stopped !== undefined) return { all, stopped };
		await pause(pauseMs);
	}
	return { all, stopped: undefined };
}

/** Finds a reason to stop: a missing answer, or a refusal for the key or the rate limit. */
function reasonToStop({ question, response, outcome }: Asked): string | undefined {
	if (outcome.kind === 'answer') return undefined;
	const isKeyRefused = outcome.reason === 'yetkisiz' && !question.hasWrongKey;
	if (response && outcome.reason !== 'limit' && !isKeyRefused) return undefined;
	// Leaves out the service's own text.
	return `${toErrorJson({ ...outcome, hata: null }).message} (${outcome.detail})`;
}
