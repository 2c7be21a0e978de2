import { catalogueEntry } from '../../nodes/BacklinkPanel/errors/catalogue.ts';
import {
	failure,
	type FailureReason,
	type PanelFailure,
} from '../../nodes/BacklinkPanel/errors/panelFailure.ts';

/** When something happens, in the README's words, and facts as an example of it. */
interface Situation {
	when: string;
	facts?: Partial<PanelFailure>;
}

/** Every reason of the catalogue, in the order of the table. */
const situations: Record<FailureReason, Situation> = {
	yetkisiz: {
		when: 'The key is missing or unknown',
		facts: { httpStatus: 401, kod: 'yetkisiz' },
	},
	krediYetersiz: { when: 'Too few credits', facts: { httpStatus: 402, kod: 'krediYetersiz' } },
	uygunSiteYok: {
		when: 'No site can take the order',
		facts: { httpStatus: 409, kod: 'uygunSiteYok' },
	},
	limit: {
		when: 'The rate limit, longer than Max Wait',
		facts: { httpStatus: 429, kod: 'limit', waitedMs: 900_000 },
	},
	refused: {
		when: 'Any other refusal (4xx)',
		facts: { httpStatus: 400, kod: 'as sent', hata: '…', detail: 'status 400' },
	},
	noSitePublished: {
		when: 'An article that no site publishes',
		facts: { httpStatus: 200, detail: '3 sites were tried.' },
	},
	invalidParameter: {
		when: 'A field that cannot be sent',
		facts: { detail: 'names the field and what is wrong with it' },
	},
	invalidCredential: {
		when: 'A credential that cannot be used',
		facts: { detail: 'names the field and what is wrong with it' },
	},
	maxCredits: { when: 'Max Credits per Execution is reached' },
	minimumBalance: { when: 'Minimum Balance to Keep is reached' },
	orderStoreUnavailable: {
		when: 'n8n’s store for processed data does not answer',
		facts: { detail: 'the reason' },
	},
	notSent: {
		when: 'Not sent: refused connection, unknown host, certificate, proxy',
		facts: { detail: '…', host: 'the host', advice: 'What to check.' },
	},
	notStarted: { when: 'Stopped by the user before it was sent' },
	unexpectedAnswer: {
		when: 'Reads: an answer of another form',
		facts: { httpStatus: 200, detail: 'The answer has no balance', spendsCredits: false },
	},
	readFailed: {
		when: 'Reads: sent, but no usable answer',
		facts: { detail: 'no answer came within 30 s', spendsCredits: false },
	},
	orderNotFound: {
		when: 'Order → Get: no order has the ID',
		facts: {
			detail: 'No order has the ID “…”',
			advice: 'All 12 orders that the service lists were looked through.',
			spendsCredits: false,
		},
	},
	outcomeUnknown: {
		when: 'Orders: sent, but no usable answer: timeout, reset, 5xx, 408, redirect, cut or empty answer, a refusal that contradicts itself',
		facts: { detail: 'no answer came within 120 s' },
	},
	notConfirmed: {
		when: '`ok: false` with another `kod` at status 200',
		facts: { httpStatus: 200, kod: 'as sent', hata: '…' },
	},
	keyClash: {
		when: 'Two items have the same “Idempotency Key” and order different things',
		facts: { detail: 'item 0 has the same key, “…”, for a different order' },
	},
	tooManyKeys: {
		when: 'More than 10,000 different idempotency keys in an execution',
		facts: { detail: 'This execution has 12000 keys, and a workflow remembers 10000' },
	},
};

/** The table of everything that can go wrong, in Markdown, made from the catalogue of errors. */
export function errorsTable(): string {
	const rows = Object.keys(situations).map((reason) => row(reason as FailureReason));
	return [
		'| what happens | status | `kod` | message | charged | `retryable` | what the description says |',
		'| --- | --- | --- | --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

function row(reason: FailureReason): string {
	const { when, facts } = situations[reason];
	const example = failure(reason, { detail: '', spendsCredits: true, ...facts });
	const { message, description, charged, retryable } = catalogueEntry(example);
	const cells = [
		when,
		example.httpStatus ?? '',
		inKodColumn(example.kod),
		message(example),
		charged === 'no' ? 'no' : `**${charged}**`,
		retryable ? 'yes' : 'no',
		description(example).trim(),
	];
	return `| ${cells.join(' | ')} |`;
}

function inKodColumn(kod: string | null): string {
	if (kod === null) return '';
	return kod === 'as sent' ? kod : `\`${kod}\``;
}
