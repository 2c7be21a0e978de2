import type { INode } from 'n8n-workflow';

import { InvalidParameter } from '../errors/InvalidParameter';
import { toNodeError } from '../errors/nodeError';
import type { PanelFailure } from '../errors/panelFailure';
import { PollFailure, unfitSetting } from './PollFailure';

/** What to throw out of a poll: its own exceptions in words, anything else as it is. */
export function toPollError(node: INode, thrown: unknown): unknown {
	const failure = failureOf(thrown);
	return failure ? toNodeError(node, failure, undefined) : thrown;
}

function failureOf(thrown: unknown): PanelFailure | undefined {
	if (thrown instanceof InvalidParameter) {
		return unfitSetting(thrown.message, 'Nothing was charged.').failure;
	}
	return thrown instanceof PollFailure ? thrown.failure : undefined;
}
