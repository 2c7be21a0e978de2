import { catalogueEntry, PARAGRAPH } from '../../nodes/BacklinkPanel/errors/catalogue.ts';
import { failure, type PanelFailure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { markdownTable } from '../markdownTable.mts';
import type { ErrorSituation, Words } from './Words.mts';

type Facts = Partial<PanelFailure>;

/** The table of everything that can go wrong, in Markdown, made from the catalogue of errors. */
export function errorsTable({ errors }: Words): string {
	const facts = factsOf(errors);
	const rows = Object.entries(errors.situations).map(([name, when]) => {
		// The keys are those of the table.
		const situation = name as ErrorSituation;
		const isLimit = situation === 'limitAsked' || situation === 'limitOfPoll';
		const reason = isLimit ? 'limit' : situation;
		const example = failure(reason, { detail: '…', ...facts[situation] });
		const { message, description, charged, retryable } = catalogueEntry(example);
		return [
			when,
			`\`${reason}\``,
			example.httpStatus ?? '',
			kodCell(example.kod, errors.asSent),
			message(example),
			charged === 'no' ? 'no' : `**${charged}**`,
			retryable ? 'true' : 'false',
			errors.explanations?.[situation] ??
				description(example).trim().replaceAll(PARAGRAPH, ' ').replaceAll('….', '…'),
		];
	});
	return markdownTable(errors.head, rows);
}

/** Facts as an example of each situation that has some. */
function factsOf(words: Words['errors']): Partial<Record<ErrorSituation, Facts>> {
	const { asSent, namesTheField, namesTheId } = words;
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
		refused: { httpStatus: 400, kod: asSent, hata: '…', detail: 'status 400' },
		orderNotFound: { httpStatus: 200, detail: namesTheId },
		noSitePublished: { httpStatus: 200 },
		invalidParameter: { detail: namesTheField },
		invalidCredential: { detail: namesTheField },
		notSent: { host: '…', advice: '…' },
		unexpectedAnswer: { httpStatus: 200 },
		readFailed: { detail: 'no answer came within 30 s' },
		outcomeUnknown: { detail: 'no answer came within 120 s' },
		notConfirmed: { httpStatus: 200, kod: asSent, hata: '…' },
	};
}

function kodCell(kod: string | null, asSent: string): string {
	if (kod === null) return '';
	return kod === asSent ? kod : `\`${kod}\``;
}
