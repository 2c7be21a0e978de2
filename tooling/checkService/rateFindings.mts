import { isRateHeader, rateHeaderForm } from '../../sandbox/recorded/rateHeaderForm.mts';
import { labelOf } from './answerFindings.mts';
import type { Asked } from './askService.mts';
import { compared, type Finding, undocumented } from './finding.mts';
import { readRateLimitHeaders, type RateLimitHeaders } from './nodeReading.mts';

const documentedLimit = 60;

/** The headers of all answers that tell about the rate limit, by name. */
export function rateHeadersOf(all: Asked[]): Record<string, string> {
	const entries = all.flatMap((asked) =>
		'answer' in asked ? Object.entries(asked.answer.headers) : [],
	);
	const told = entries.filter(([name]) => isRateHeader(name));
	return Object.fromEntries(told.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** Requests a minute that a header tells; null where none does. */
export function limitTold(headers: Record<string, string>): number | null {
	const ofName = Object.entries(headers).find(
		([name, value]) => /limit$/i.test(name) && /^\d{1,9}$/.test(value),
	)?.[1];
	const combined = Object.values(headers)
		.map((value) => /\b(?:limit|q)=(\d{1,9})\b/.exec(value)?.[1])
		.find((value) => value !== undefined);
	const limit = Number(ofName ?? combined ?? 0);
	return limit > 0 ? limit : null;
}

/** Tells what the headers say about the rate limit, and what the node reads of it. */
export function rateFindings(all: Asked[]): Finding[] {
	const first = all.find((asked) => 'answer' in asked);
	if (first === undefined) return [];
	const answer = labelOf(first);
	const headers = rateHeadersOf(all);
	const names = Object.keys(headers);
	const rateLimitHeaders = readRateLimitHeaders(headers, Date.now());
	const seen = names.map((name) => `${name}: ${rateHeaderForm(name, headers[name] ?? '')}`);
	const isRead = rateLimitHeadersInWords(rateLimitHeaders) !== '';
	const findings = [
		undocumented(
			{
				answer,
				what: 'rate limit headers',
				seen: seen.join('; ') || 'none',
				node:
					rateLimitHeadersInWords(rateLimitHeaders) || 'reads none: it finds the pace by itself',
			},
			names.length === 0 || isRead,
		),
	];
	const limit = limitTold(headers);
	if (limit === null) return findings;
	const facts = {
		answer,
		what: 'requests a minute',
		documented: String(documentedLimit),
		seen: String(limit),
		node: 'starts from 60 and finds out more by itself',
	};
	return [...findings, compared(facts, limit === documentedLimit)];
}

function rateLimitHeadersInWords({ remaining, resetMs, retryAfterMs }: RateLimitHeaders): string {
	return Object.entries({
		'requests left': remaining,
		'time of reset': resetMs,
		'wait that is asked for': retryAfterMs,
	})
		.filter(([, value]) => value !== undefined)
		.map(([name]) => `reads the ${name}`)
		.join(', ');
}
