import { isObject, parsedJson } from './text.mts';
import { newArticle, newPlacement, siteResult } from './newOrder.mts';
import { readArticleRequest, readBacklinkRequest, readLimit } from './orderRequests.mts';
import type { Panel } from './panel.mts';
import { refusal, success } from './serviceAnswer.mts';
import type { ServiceAnswer } from './serviceAnswer.mts';

/** A request that passed authentication and rate limit. */
export interface OperationRequest {
	method: string;
	/** Path after `/api/v1`, e.g. `/backlink`. */
	path: string;
	query: Record<string, string>;
	contentType: string | null;
	rawBody: string;
	/** Time of execution, ms epoch. */
	now: number;
}

type Operation = (panel: Panel, request: OperationRequest) => ServiceAnswer;

const creditsPerMonth = 1;
const creditsPerSite = 10;

const operations: Record<string, Operation> = {
	'GET /krediler': readBalance,
	'POST /backlink': withBody(createBacklink),
	'POST /tanitim': withBody(publishArticle),
	'GET /siparisler': listOrders,
};

/** Carries out a request: changes balance and orders, and returns the charge. */
export function perform(panel: Panel, request: OperationRequest): ServiceAnswer {
	const operation = operations[`${request.method} ${request.path}`];
	return operation === undefined ? refusal('bulunamadi') : operation(panel, request);
}

function readBalance(panel: Panel): ServiceAnswer {
	return success({ bakiye: panel.balance }, null);
}

function createBacklink(panel: Panel, body: Record<string, unknown>, now: number): ServiceAnswer {
	const reading = readBacklinkRequest(body);
	if ('problem' in reading) return refusal('gecersizIstek', reading.problem);
	const request = reading.value;
	const sites = panel.publishingSites();
	const site = sites[panel.orders.count('backlink') % sites.length];
	if (site === undefined) return refusal('uygunSiteYok');
	const credits = creditsPerMonth * request.sureAy;
	if (credits > panel.balance) return refusal('krediYetersiz');

	const id = panel.orders.nextId('backlink');
	const placement = newPlacement(id, request, site.name, now);
	panel.orders.add('backlink', id, placement);
	panel.balance -= credits;
	return success(
		{
			placementId: id,
			site: { ad: site.name, url: `https://${site.name}` },
			expiresAt: placement.bitis,
			harcananKredi: credits,
		},
		{ kind: 'backlink', credits, subject: request.hedefUrl },
	);
}

function publishArticle(panel: Panel, body: Record<string, unknown>, now: number): ServiceAnswer {
	const reading = readArticleRequest(body);
	if ('problem' in reading) return refusal('gecersizIstek', reading.problem);
	const { sites } = panel.settings;
	if (sites.length === 0) return refusal('uygunSiteYok');
	const published = panel.publishingSites().length;
	const credits = creditsPerSite * published;
	if (credits > panel.balance) return refusal('krediYetersiz');

	const id = panel.orders.nextId('article');
	const sonuclar = sites.map((site) => siteResult(site, id));
	panel.orders.add('article', id, newArticle(id, reading.value, sonuclar, credits, now));
	panel.balance -= credits;
	return success(
		{ basariliSayisi: published, sonuclar, kalanKredi: panel.balance },
		credits === 0 ? null : { kind: 'article', credits, subject: reading.value.baslik },
	);
}

function listOrders(panel: Panel, { query }: OperationRequest): ServiceAnswer {
	const reading = readLimit(query.limit);
	if ('problem' in reading) return refusal('gecersizIstek', reading.problem);
	const { orders, settings } = panel;
	const limit = settings.listLimit === 'ignored' ? null : reading.value;
	const backlinkler = orders.newest('backlink', limit);
	const isInTotal = limit !== null && settings.listLimit === 'inTotal';
	const left = isInTotal ? limit - backlinkler.length : limit;
	return success({ backlinkler, tanitimlar: orders.newest('article', left) }, null);
}

function withBody(
	operation: (panel: Panel, body: Record<string, unknown>, now: number) => ServiceAnswer,
): Operation {
	return (panel, { contentType, rawBody, now }) => {
		if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
			return refusal('gecersizIstek', 'İstek başlığı Content-Type: application/json olmalıdır.');
		}
		const body = parsedJson(rawBody);
		if (!isObject(body))
			return refusal('gecersizIstek', 'İstek gövdesi bir JSON nesnesi olmalıdır.');
		return operation(panel, body, now);
	};
}
