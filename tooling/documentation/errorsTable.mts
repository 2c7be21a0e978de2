import { catalogueEntry } from '../../nodes/BacklinkPanel/errors/catalogue.ts';
import { failure, type PanelFailure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { markdownTable } from '../markdownTable.mts';
import type { ErrorGroup, ErrorSituation, Words } from './Words.mts';

type Facts = Partial<PanelFailure>;
type ErrorWords = Words['errors'];

/** Headings by situation; the rows are in this order. */
const GROUPS: Record<ErrorSituation, ErrorGroup> = {
	yetkisiz: 'answered',
	krediYetersiz: 'answered',
	uygunSiteYok: 'answered',
	limit: 'answered',
	limitAsked: 'answered',
	limitOfPoll: 'answered',
	refused: 'answered',
	noSitePublished: 'answered',
	orderNotFound: 'answered',
	unexpectedAnswer: 'answered',
	invalidParameter: 'notSent',
	invalidCredential: 'notSent',
	maxCredits: 'notSent',
	minimumBalance: 'notSent',
	keyClash: 'notSent',
	tooManyKeys: 'notSent',
	orderStoreUnavailable: 'notSent',
	notSent: 'notSent',
	notStarted: 'notSent',
	outcomeUnknown: 'noUsableAnswer',
	notConfirmed: 'noUsableAnswer',
	readFailed: 'noUsableAnswer',
};
// Safe cast: the table has these keys.
const SITUATIONS = Object.keys(GROUPS) as ErrorSituation[];

/** Writes the messages with charges and advice, one table under each heading, in Markdown. */
export function errorsTables({ errors }: Words): string {
	const tables = Object.entries(errors.groups).map(([group, heading]) => {
		const rows = SITUATIONS.filter((situation) => GROUPS[situation] === group).map((situation) => {
			const { facts, entry } = example(errors, situation);
			const charged = entry.charged === 'no' ? 'no' : `**${entry.charged}**`;
			return [entry.message(facts), charged, errors.advice[situation]];
		});
		return `### ${heading}\n\n${markdownTable(errors.head, rows)}`;
	});
	return tables.join('\n\n');
}

/** Writes the names by which workflows distinguish failures, in Markdown. */
export function reasonsTable({ errors }: Words): string {
	const rows = SITUATIONS.filter((situation) => !isFurtherLimit(situation)).map((situation) => {
		const { facts, entry } = example(errors, situation);
		return [
			`\`${facts.reason}\``,
			facts.httpStatus ?? '',
			kodCell(facts.kod, errors.asSent),
			String(entry.retryable),
			errors.situations[situation],
		];
	});
	return markdownTable(errors.reasonsHead, rows);
}

function example(words: ErrorWords, situation: ErrorSituation) {
	const reason = isFurtherLimit(situation) ? 'limit' : situation;
	const facts = failure(reason, { detail: '…', ...factsOf(words)[situation] });
	return { facts, entry: catalogueEntry(facts) };
}

/** True for the other two messages of the rate limit. */
function isFurtherLimit(situation: ErrorSituation): situation is 'limitAsked' | 'limitOfPoll' {
	return situation === 'limitAsked' || situation === 'limitOfPoll';
}

/** Example facts for situations that need some. */
function factsOf(words: ErrorWords): Partial<Record<ErrorSituation, Facts>> {
	const { asSent, messages } = words;
	return {
		yetkisiz: { httpStatus: 401, kod: 'yetkisiz' },
		krediYetersiz: { httpStatus: 402, kod: 'krediYetersiz' },
		uygunSiteYok: { httpStatus: 409, kod: 'uygunSiteYok' },
		limit: { httpStatus: 429, kod: 'limit', waitedMs: 900_000 },
		limitAsked: {
			httpStatus: 429,
			kod: 'limit',
			isAskedToComeBack: true,
			retryAfterMs: 1_800_000,
		},
		limitOfPoll: { httpStatus: 429, kod: 'limit', isPoll: true },
		refused: { httpStatus: 400, kod: asSent, hata: '…' },
		orderNotFound: { httpStatus: 200, detail: 'No order has the ID “…”' },
		noSitePublished: { httpStatus: 200 },
		invalidParameter: { detail: messages.invalidParameter },
		invalidCredential: { detail: messages.invalidCredential },
		notStarted: { detail: '' },
		unexpectedAnswer: { httpStatus: 200 },
		notConfirmed: { httpStatus: 200, kod: asSent, hata: '…' },
	};
}

function kodCell(kod: string | null, asSent: string): string {
	if (kod === null) return '';
	return kod === asSent ? kod : `\`${kod}\``;
}
