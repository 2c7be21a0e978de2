import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failure } from '../errors/panelFailure';
import { readPanelAccess } from '../api/panelAccess';
import { createPanelClient, CREDENTIAL_TYPE } from '../api/panelClient';
import { ItemParameters } from '../operations/itemParameters';
import type { Operation } from '../operations/Operation';
import { parallelRequests } from '../operations/options';
import { BatchStop } from './BatchStop';
import { canceled, concludeBatch, type StopMode } from './concludeBatch';
import { hintsOf } from './hints';
import { inParallel } from './inParallel';
import { NOT_HELD_UP } from './ItemResult';
import { runItem } from './runItem';

/**
 * Runs an operation for all input items: several at once, with the output in the order of the input.
 *
 * @throws NodeApiError or NodeOperationError for the first failed item where On Error says to stop,
 * and when the execution is canceled
 */
export async function runBatch(
	functions: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const itemCount = functions.getInputData().length;
	const stopMode = stopModeOf(functions);
	const access = readPanelAccess(await functions.getCredentials(CREDENTIAL_TYPE));
	if (access.kind === 'unusable') {
		const invalid = failure('invalidCredential', {
			spendsCredits: operation.spendsCredits,
			detail: access.message,
			advice: access.description,
		});
		const failed = { kind: 'failed', failure: invalid, held: NOT_HELD_UP } as const;
		return concludeBatch(functions.getNode(), new Array(itemCount).fill(failed), stopMode);
	}

	const client = createPanelClient(functions, access);
	const batchStop = new BatchStop(functions.getExecutionCancelSignal?.());
	const results = await inParallel(
		itemCount,
		lanes(functions),
		batchStop.signal,
		async (itemIndex) => {
			const result = await runItem(functions, operation, client, batchStop.signal, itemIndex);
			const isRefusedKey = result.kind === 'failed' && result.failure.reason === 'yetkisiz';
			if (isRefusedKey || (result.kind === 'failed' && stopMode === 'firstFailure'))
				batchStop.stop();
			return result;
		},
	);
	batchStop.release();

	if (batchStop.isCanceled) throw canceled(functions.getNode(), results);
	functions.addExecutionHints(...hintsOf(results));
	return concludeBatch(functions.getNode(), results, stopMode);
}

/** As a tool, the node answers the agent with error items: a thrown error would lose the `kod`. */
function stopModeOf(functions: IExecuteFunctions): StopMode {
	const isAgentTool = functions.getNode().type.endsWith('Tool');
	return functions.continueOnFail() || isAgentTool ? 'never' : 'firstFailure';
}

/** The option of the first item counts for the batch; if it cannot be read, that item will say so. */
function lanes(functions: IExecuteFunctions): number {
	try {
		return Math.floor(new ItemParameters(functions, 0).numberOption(parallelRequests));
	} catch {
		return 1;
	}
}
