import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { nonNegativeNumberFromAnswer, numberFromAnswer } from '../api/credits';
import { isObject, listEntries, withFurtherFields, withoutField } from '../api/dataObject';
import { failure, type PanelFailure, type SiteResult } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import { shortList } from '../errors/shortLists';
import { type OperationOutput, type OrderAmounts, type PaidOperation, toOutput } from './Operation';
import { creditsInWords, PRICE_PER_SITE, PRICE_OF_ARTICLE } from '../errors/documentedConstants';

const title: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Five ways to care for a carpet',
	description: 'The title of the article',
};

const content: INodeProperties = {
	displayName: 'Content',
	name: 'content',
	type: 'string',
	typeOptions: { editor: 'htmlEditor', rows: 10 },
	required: true,
	default: '',
	description: `The article as HTML, at ${PRICE_OF_ARTICLE}`,
};

const outputMode: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'One Item per Article',
			value: 'article',
			description: 'The answer of the service, with the results of all sites in “sonuclar”',
		},
		{
			name: 'One Item per Site',
			value: 'site',
			description: 'One item for each result in “sonuclar”, with the fields of the article',
		},
	],
	default: 'article',
	description: 'What each output item stands for',
};

export const articlePublish: PaidOperation = {
	resource: 'article',
	value: 'publish',
	name: 'Publish',
	action: 'Publish an article',
	description: 'Publish a sponsored article on the sites of the network',
	spendsCredits: true,
	priceText: PRICE_OF_ARTICLE,
	notice: `Each item is sent to all sites of the network and costs ${creditsInWords(PRICE_PER_SITE)} for each site that publishes it; sites cannot be chosen. Also when you execute this step here (the same order once an hour). Options → “Dry Run” only checks.`,
	fields: [title, content, outputMode],
	prepare: (parameters) => {
		const html = parameters.html(content);
		const baslik = parameters.text(title);
		const mode = parameters.choice(outputMode, ['article', 'site']);
		return {
			request: {
				method: 'POST',
				path: '/tanitim',
				body: { baslik, icerik: html },
				spendsCredits: true,
			},
			subject: baslik,
			price: {
				operation: 'article publish',
				units: 1,
				documentedPrice: PRICE_PER_SITE,
				isOpen: true,
			},
			amounts: amountsOf,
			read: (answer) => readPublication(answer, mode),
		};
	},
	readPaid: (answer) => readPublication(answer, 'article'),
};

const DOCUMENTED_FIELDS = ['basariliSayisi', 'sonuclar', 'kalanKredi'];
/** Fields of a result; `kod` and `hata` are documented for refusals. */
const FIELDS_OF_RESULT = ['site', 'ok', 'url', 'kod', 'hata'];

function readPublication(
	answer: IDataObject,
	mode: 'article' | 'site',
): OperationOutput | PanelFailure {
	const results = siteResults(answer);
	const sites = results.map(({ site, ok }) => ({
		name: sanitizeText(site ?? 'an unnamed site'),
		isPublished: ok !== false,
	}));
	const count = numberFromAnswer(answer.basariliSayisi);
	const isPublished = (count ?? 0) > 0 || results.some(({ ok }) => ok === true);
	const saysNothing = count !== 0 && results.length === 0;
	if (!isPublished && !saysNothing) return unpublished(answer, sites);
	const article = withoutField(answer, 'sonuclar');
	const isPerSite = mode === 'site' && results.length > 0;
	return toOutput(
		isPerSite ? results.map((result) => withFurtherFields(result, article)) : [answer],
		sites,
	);
}

/** Makes the failure for an unpublished article. The outcome is unknown unless all fields rule out a charge. */
function unpublished(answer: IDataObject, sites: SiteResult[]): PanelFailure {
	const isNotCharged =
		hasOnly(DOCUMENTED_FIELDS, answer) &&
		numberFromAnswer(answer.basariliSayisi) === 0 &&
		listEntries(answer.sonuclar)?.every(
			(result) => isObject(result) && result.ok === false && hasOnly(FIELDS_OF_RESULT, result),
		);
	if (!isNotCharged) {
		const detail = 'the answer does not say clearly which sites published the article';
		return failure('outcomeUnknown', { body: answer, detail });
	}
	const names = sites.map(({ name }) => name);
	const detail = names.length > 0 ? `Not published on ${shortList(names, 10, 'sites')}.` : '';
	return failure('noSitePublished', { body: answer, detail, sites });
}

function hasOnly(names: string[], object: IDataObject): boolean {
	return Object.keys(object).every((name) => names.includes(name));
}

/** Reads the results of the sites from an answer. */
function siteResults({ sonuclar }: IDataObject): IDataObject[] {
	return (listEntries(sonuclar) ?? []).filter(isObject);
}

/** Reads the amounts, in doubt the highest. `unitPrice` is the cost if all sites publish, as may happen next. */
function amountsOf(answer: IDataObject): OrderAmounts {
	const results = siteResults(answer);
	const counted = nonNegativeNumberFromAnswer(answer.basariliSayisi) ?? 0;
	const charged = Math.max(counted, results.filter(({ ok }) => ok !== false).length);
	// Reads the service's own amount too, because the service may have raised its price.
	const told = nonNegativeNumberFromAnswer(answer.harcananKredi) ?? 0;
	const cost = Math.max(told, PRICE_PER_SITE * charged);
	const perSite = Math.max(PRICE_PER_SITE, cost / (charged || 1));
	const unitPrice = Math.max(results.length, charged) * perSite;
	const balanceAfter = numberFromAnswer(answer.kalanKredi);
	return { cost: cost || undefined, unitPrice: unitPrice || undefined, balanceAfter };
}
