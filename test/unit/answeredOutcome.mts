import { classifyResponse } from '../../nodes/BacklinkPanel/api/classifyResponse.ts';
import { readRateLimitHeaders } from '../../nodes/BacklinkPanel/rateLimiter/rateLimitHeaders.ts';
import { toErrorJson } from '../../nodes/BacklinkPanel/errors/nodeError.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');

export interface Answered {
	status?: number;
	body?: unknown;
	headers?: Record<string, unknown>;
}

export function outcome(
	{ status = 200, body = '', headers = {} }: Answered,
	spendsCredits: boolean,
) {
	const rateLimitHeaders = readRateLimitHeaders(headers, NOW);
	return classifyResponse({ statusCode: status, headers, body }, spendsCredits, rateLimitHeaders);
}

/** What a create or a read came to that did not succeed. */
export function failed(answered: Answered, spendsCredits: boolean) {
	const result = outcome(answered, spendsCredits);
	if (result.kind === 'answer') throw new Error('taken for a success');
	return { ...result, ...toErrorJson(result) };
}

export const whenCreating = (answered: Answered) => failed(answered, true);
export const whenReading = (answered: Answered) => failed(answered, false);

export const refusal = (kod: unknown, hata: unknown = 'açıklama') => ({ ok: false, kod, hata });
export const html = '<!DOCTYPE html>\n<html><body><h1>Panel</h1></body></html>';
