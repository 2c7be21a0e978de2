import type { Question } from './askPanel.mts';

/** A backlink to buy with `--spend 1`. */
export type Backlink = Record<'targetUrl' | 'anchorText', string>;

const json = { 'content type': 'application/json', body: 'object' };
const answer = { status: '200', ...json, 'read as': 'an answer', ok: 'true' };
const refusal = { ...json, 'read as': 'refused', ok: 'false', kod: 'text', hata: 'text' };
const unauthorized = { ...refusal, status: '401', 'read as': 'yetkisiz', kod: 'yetkisiz' };
const arrays = { backlinkler: 'array', tanitimlar: 'array' };
const orderLists = { ...answer, ...arrays, 'orders as read': 'lists' };

/** Form of a 429, which any request can get. */
export const assumedOf429 = { ...refusal, status: '429', 'read as': 'limit', kod: 'limit' };

function read(path: string, assumed: Question['assumed'], hasWrongKey = false): Question {
	return { method: 'GET', path, assumed, hasWrongKey };
}

/** Reads, each with our assumptions about its answer. */
export const questions = {
	balance: read('/krediler', { ...answer, bakiye: 'number', 'balance as read': 'number' }),
	orders: read('/siparisler', { ...orderLists, 'fields beside the lists': '0' }),
	ordersLimit1: read('/siparisler?limit=1', { ...orderLists, 'lists with several orders': '0' }),
	ordersHighLimit: read('/siparisler?limit=1000000', { ...orderLists, 'further orders': '0' }),
	unknownPath: read('/check-service-unknown-path', refusal),
};

/** Lists the questions in order. It buys a backlink or sends an invented key only if wanted. */
export function wantedQuestions(backlink?: Backlink, asksWithWrongKey = false): Question[] {
	const { balance, ...reads } = questions;
	const paid = backlink === undefined ? [] : [backlinkQuestion(backlink)];
	const wrongKey = asksWithWrongKey ? [read('/krediler', unauthorized, true)] : [];
	return [balance, ...paid, ...Object.values(reads), ...wrongKey];
}

/** Buys a backlink of one month. */
function backlinkQuestion({ targetUrl, anchorText }: Backlink): Question {
	const body = { hedefUrl: targetUrl, anchor: anchorText, sureAy: 1 };
	const fields = { placementId: 'text', site: 'object', expiresAt: 'text', harcananKredi: '1' };
	const assumed = { ...answer, ...fields, 'placementId in the order list': 'yes' };
	return { method: 'POST', path: '/backlink', body, assumed };
}
