import type { INode } from 'n8n-workflow';

import { InvalidParameter } from '../parameters/checkValue';
import { toNodeError } from '../errors/nodeError';
import { failure, type PanelFailure } from '../errors/panelFailure';

/** Ends a poll. It is thrown from anywhere in a poll and put into words in one place. */
export class PollFailure extends Error {
	constructor(readonly failure: PanelFailure) {
		super(failure.detail);
	}
}

/** What to throw out of a poll: its own exceptions in words, anything else as it is. */
export function toPollError(node: INode, thrown: unknown): unknown {
	const failed = failureOf(thrown);
	return failed ? toNodeError(node, failed, undefined) : thrown;
}

function failureOf(thrown: unknown): PanelFailure | undefined {
	if (thrown instanceof InvalidParameter) {
		return invalidSetting(thrown.message, 'Nothing was charged.').failure;
	}
	return thrown instanceof PollFailure ? thrown.failure : undefined;
}

/** The settings of the node do not fit what the service lists. */
export function invalidSetting(message: string, advice: string): PollFailure {
	return new PollFailure(failure('invalidParameter', { detail: message, advice }));
}

/** Ends a test in the editor of an event about orders, where there is none yet. */
export function noOrdersYet(): PollFailure {
	return nothingToShow(
		'There are no orders to show yet',
		'The account has no orders of this type. Test again when there is one, or publish the workflow: the trigger waits for the first one.',
	);
}

/** The same for placements that will end. */
export function noPlacementsYet(): PollFailure {
	return nothingToShow(
		'There are no placements to show yet',
		'The account has no backlinks with an end in the future. Test again when there is one, or publish the workflow: the trigger waits for it.',
	);
}

function nothingToShow(detail: string, advice: string): PollFailure {
	return new PollFailure(failure('orderNotFound', { detail, advice }));
}
