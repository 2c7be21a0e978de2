import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { InvalidParameter } from '../errors/InvalidParameter';
import { toNodeError } from '../errors/nodeError';
import type { PanelFailure } from '../errors/panelFailure';
import { escapeHtml } from '../errors/serverText';
import { NothingToShow } from './NothingToShow';
import { PollFailure, unfitSetting } from './PollFailure';

/** What to throw out of a poll: its own exceptions in words, anything else as it is. */
export function toPollError(node: INode, thrown: unknown): unknown {
	if (thrown instanceof NothingToShow) {
		return new NodeOperationError(node, thrown.message, { description: thrown.description });
	}
	const failure = failureOf(thrown);
	if (!failure) return thrown;
	const error = toNodeError(node, failure, undefined);
	if (failure.reason === 'limit') {
		error.message = 'The rate limit of the service is used up';
		// The catalogue tells nodes that run how to wait longer; a poll does not wait.
		error.description = escapeHtml(
			'The service takes 60 requests a minute for one key; other workflows and n8n workers may use the same key. Nothing was missed: the next poll looks again. Poll less often, or give this workflow a key of its own.',
		);
	}
	return error;
}

function failureOf(thrown: unknown): PanelFailure | undefined {
	if (thrown instanceof InvalidParameter) {
		return unfitSetting(thrown.message, 'Nothing was sent.').failure;
	}
	return thrown instanceof PollFailure ? thrown.failure : undefined;
}
