import type { IDataObject } from 'n8n-workflow';

import type { RequestOutcome } from '../api/panelRequest';
import { catalogueEntry } from '../errors/catalogue';
import type { PanelFailure } from '../errors/panelFailure';
import {
	type ItemDone,
	type ItemFailed,
	type ItemResult,
	type OrderPlan,
	toOutput,
} from '../operations/Operation';

/** Outcome of an order, in the same words in the order journal, the order store and the spending limits. */
export type OrderOutcomeKind = 'paid' | 'notCharged' | 'unknown';

export interface OrderOutcome {
	kind: OrderOutcomeKind;
	/** The service's answer; empty if no usable answer came. */
	answer: IDataObject;
	result: ItemDone | ItemFailed;
}

/** Decides the outcome of an order by the response to its request. Never throws. */
export function outcomeOf(order: OrderPlan, response: RequestOutcome): OrderOutcome {
	const answer = response.kind === 'answer' ? response.body : {};
	const read =
		response.kind === 'answer'
			? readSafely(order.read, answer)
			: { ...response, subject: order.subject };
	if (read.kind === 'failure') {
		return { kind: outcomeOfFailure(read), answer, result: failedResult(read) };
	}
	const { items, sites } = read;
	const paid = order.amounts(answer);
	const result: ItemDone = { kind: 'done', by: 'ordering', items, sites, paid };
	return { kind: 'paid', answer, result };
}

/** Reads the answer of a paid order; returns an unreadable answer as it is. */
export function readSafely(read: OrderPlan['read'], answer: IDataObject): ReturnType<typeof read> {
	try {
		return read(answer);
	} catch {
		return toOutput([answer]);
	}
}

export function failedResult(why: PanelFailure): ItemFailed {
	return { kind: 'failed', failure: why };
}

/** True if the item may have cost credits, but no answer confirms it. */
export function isOutcomeUnknown(result: ItemResult | undefined): result is ItemFailed {
	return result?.kind === 'failed' && outcomeOfFailure(result.failure) === 'unknown';
}

function outcomeOfFailure(failed: PanelFailure): OrderOutcomeKind {
	return catalogueEntry(failed).charged === 'no' ? 'notCharged' : 'unknown';
}
