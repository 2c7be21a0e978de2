/** What the rate limit of a key is at, as headers tell it. */
export interface RateState {
	limit: number;
	remaining: number;
	/** Ms until more requests are taken. */
	resetMs: number;
	/** Ms. */
	windowMs: number;
	/** Ms epoch. */
	now: number;
}

type Token =
	| 'limit'
	| 'remaining'
	| 'used'
	| 'seconds'
	| 'epoch'
	| 'epochMs'
	| 'isoDate'
	| 'date'
	| 'window';

const written: Record<Token, (state: RateState) => string> = {
	limit: ({ limit }) => String(limit),
	remaining: ({ remaining }) => String(remaining),
	used: ({ limit, remaining }) => String(limit - remaining),
	seconds: ({ resetMs }) => String(Math.ceil(resetMs / 1000)),
	epoch: ({ now, resetMs }) => String(Math.ceil((now + resetMs) / 1000)),
	epochMs: ({ now, resetMs }) => String(now + resetMs),
	isoDate: ({ now, resetMs }) => new Date(now + resetMs).toISOString(),
	date: ({ now, resetMs }) => new Date(now + resetMs).toUTCString(),
	window: ({ windowMs }) => String(windowMs / 1000),
};

/** The headers of an answer that tell about the rate limit. */
export function isRateHeader(name: string): boolean {
	return /rate-?limit|^retry-after$|^x-rate/i.test(name);
}

/** The form of such a header: its numbers and times give way to what they stand for, `{remaining}`. */
export function rateHeaderForm(name: string, value: string): string {
	if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return '{isoDate}';
	if (/^[A-Z][a-z]{2}, \d{2} /.test(value)) return '{date}';
	if (/^\d+(\.\d+)?$/.test(value)) return `{${tokenOfNumber(name, Number(value))}}`;
	return value
		.replace(/"[^"]*"/g, '"policy"')
		.replace(/\b(limit|q)=\d+/g, '$1={limit}')
		.replace(/\b(remaining|r)=\d+/g, '$1={remaining}')
		.replace(/\b(reset|t)=\d+/g, '$1={seconds}')
		.replace(/\b(w|window)=\d+/g, '$1={window}')
		.replace(/\d+/g, '0')
		.replace(/"policy"|\{\w+\}|\p{L}+/gu, (word) => (isKeptWord(word) ? word : 'x'));
}

/** A header of this form at a time. */
export function writeRateHeader(form: string, state: RateState): string {
	return form.replace(/\{(\w+)\}/g, (text, token: string) =>
		Object.hasOwn(written, token) ? written[token as Token](state) : text,
	);
}

function tokenOfNumber(name: string, value: number): Token {
	if (/remaining/i.test(name)) return 'remaining';
	if (/used/i.test(name)) return 'used';
	if (!/reset|retry-after/i.test(name)) return 'limit';
	if (value >= 1e12) return 'epochMs';
	return value >= 1e9 ? 'epoch' : 'seconds';
}

/** The words of the drafts; any other may be the account's. */
function isKeptWord(word: string): boolean {
	return /^("policy"|\{\w+\}|limit|remaining|reset|window|policy|q|r|t|w|x)$/.test(word);
}
