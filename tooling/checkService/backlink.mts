import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../sandbox/json.mts';
import { formInWords } from './answerFindings.mts';
import type { Question } from './askService.mts';
import { compared, type Finding, undocumented } from './finding.mts';
import { fieldOfRole, readOrders } from './nodeReading.mts';

/** What is bought with `--spend 1`. */
export interface Backlink {
	targetUrl: string;
	anchorText: string;
}

/** Buys a backlink of one month. */
export function backlinkQuestion({ targetUrl, anchorText }: Backlink): Question {
	const body = { hedefUrl: targetUrl, anchor: anchorText, sureAy: 1 };
	return { name: 'backlink', method: 'POST', path: '/backlink', body };
}

const documentedFields: Record<string, [documented: string, isRight: (value: unknown) => boolean]> =
	{
		placementId: ['a text', (value) => typeof value === 'string'],
		site: ['an object', isObject],
		expiresAt: ['a timestamp as text', (value) => typeof value === 'string'],
		harcananKredi: ['1', (value) => value === 1],
	};

/** Compares the answer to the order, and looks the placement up in the order list. */
export function backlinkFindings(
	body: Record<string, unknown> | undefined,
	lists: Record<string, unknown> | undefined,
): Finding[] {
	if (body === undefined) return [];
	const answer = 'POST /backlink';
	const findings = Object.entries(documentedFields).map(([what, [documented, isRight]]) => {
		const value = body[what];
		const seen = typeof value === 'number' ? String(value) : formInWords(value);
		return compared({ answer, what, documented, seen, node: 'passes it on' }, isRight(value));
	});
	const orders = lists === undefined ? [] : readOrders(lists as IDataObject, 'backlink');
	if (typeof orders === 'string' || orders.length === 0) return findings;
	const found = fieldOfRole('id', orders);
	const id = 'field' in found ? found.field : undefined;
	const isListed =
		id !== undefined && orders.some((order) => String(order[id]) === String(body.placementId));
	const facts = { answer, what: 'placementId in the order list' };
	const seen = isListed ? `in “${id}”` : 'in no ID of the list';
	const node = isListed ? 'finds the order by it' : 'finds no order by it';
	return [...findings, undocumented({ ...facts, seen, node }, isListed)];
}
