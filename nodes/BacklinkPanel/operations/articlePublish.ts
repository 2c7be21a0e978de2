import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { nonNegativeNumberFromAnswer, numberFromAnswer } from '../api/credits';
import { isObject, withFurtherFields, withoutField } from '../api/dataObject';
import { readOk } from '../api/signOfOrder';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { sanitizeText } from '../errors/serverText';
import { shortList } from '../errors/shortLists';
import type { PaidOperation } from './Operation';
import { type OperationOutput, toOutput } from './itemPlan';
import { creditsInWords, PRICE_PER_SITE, PRICE_OF_ARTICLE } from '../errors/documentedConstants';

/** A network may have hundreds; beyond these they are counted. */
const MOST_SITES_NAMED = 10;

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

/** Article → Publish: a sponsored article on the sites of the network, for 10 credits a site. */
export const articlePublish: PaidOperation = {
	resource: 'article',
	value: 'publish',
	name: 'Publish',
	action: 'Publish an article',
	description: 'Publish a sponsored article on the sites of the network',
	spendsCredits: true,
	priceText: PRICE_OF_ARTICLE,
	notice: `Each item is sent to all sites of the network and costs ${creditsInWords(PRICE_PER_SITE)} for each site that publishes it; sites cannot be chosen. Also when you execute this step here (the same order once an hour). Options → <b>Dry Run</b> only checks.`,
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
			cost: costOf,
			unitPrice: priceOfNetwork,
			balanceAfter: ({ kalanKredi }) => numberFromAnswer(kalanKredi),
			read: (answer) => readPublication(answer, mode),
		};
	},
	readPaid: (answer) => readPublication(answer, 'article'),
};

function readPublication(
	answer: IDataObject,
	mode: 'article' | 'site',
): OperationOutput | PanelFailure {
	const results = siteResults(answer);
	const sites = results.map((result) => ({
		name: siteName(result),
		isPublished: readOk(result.ok) !== false,
	}));
	if (countPublished(answer, [true]) === 0) {
		const entries = Object.keys(Object(answer.sonuclar) as object);
		if (costOf(answer) !== 0 || entries.length > sites.length) {
			const detail = 'the answer does not say clearly which sites published the article';
			return failure('outcomeUnknown', { body: answer, detail });
		}
		const names = sites.map(({ name }) => name);
		return failure('noSitePublished', {
			body: answer,
			detail: sites.length > 0 ? `Not published on ${shortList(names, MOST_SITES_NAMED)}.` : '',
			sites,
		});
	}

	const article = withoutField(answer, 'sonuclar');
	const isPerSite = mode === 'site' && results.length > 0;
	return toOutput(
		isPerSite ? results.map((result) => withFurtherFields(result, article)) : [answer],
		sites,
	);
}

/** What the answer has for each site: in a list or, as PHP may write it, by the names of the sites. */
function siteResults({ sonuclar }: IDataObject): IDataObject[] {
	const sites: unknown[] = Object.values(Object(sonuclar) as object);
	return Array.isArray(sonuclar) || sites.every(isObject) ? sites.filter(isObject) : [];
}

/**
 * How many sites published the article; undefined if the answer does not say. Where its count and its
 * sites differ, the higher number counts: what was published somewhere must not be sent again.
 *
 * @param counted what a site may say to be counted
 */
function countPublished(
	answer: IDataObject,
	counted: Array<boolean | undefined>,
): number | undefined {
	const told = nonNegativeNumberFromAnswer(answer.basariliSayisi);
	const results = siteResults(answer);
	if (results.length === 0) return told;
	return Math.max(told ?? 0, results.filter(({ ok }) => counted.includes(readOk(ok))).length);
}

/**
 * A site that does not say clearly whether it has published may have been charged. A service that tells
 * what an article cost may have raised its price.
 */
function costOf(answer: IDataObject): number | undefined {
	const told = nonNegativeNumberFromAnswer(answer.harcananKredi);
	const sites = countPublished(answer, [true, undefined]);
	return sites === undefined ? told : Math.max(told ?? 0, PRICE_PER_SITE * sites);
}

/** The most that an article can cost: each site that was tried may publish the next one. */
function priceOfNetwork(answer: IDataObject): number | undefined {
	const charged = countPublished(answer, [true, undefined]) ?? 0;
	const sites = Math.max(siteResults(answer).length, charged);
	const perSite = Math.max(PRICE_PER_SITE, (costOf(answer) ?? 0) / (charged || 1));
	return sites > 0 ? sites * perSite : undefined;
}

function siteName(result: IDataObject): string {
	return sanitizeText(result.site ?? 'an unnamed site');
}
