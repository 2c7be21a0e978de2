import { parse, stringify } from 'flatted';
import type { INode, IRun, IRunExecutionData } from 'n8n-workflow';

/**
 * What n8n's Retry button starts with: n8n stores the failed execution, reads it back, takes the last node's
 * error out and goes on with what was on the stack.
 *
 * @param current the nodes as they are now, for “Retry with currently saved workflow”
 */
export function retriedData(failed: IRun, current?: INode[]): IRunExecutionData {
	const data = parse(stringify(failed.data)) as IRunExecutionData;
	delete data.resultData.error;
	const lastTasks = data.resultData.runData[data.resultData.lastNodeExecuted ?? ''];
	if (lastTasks?.at(-1)?.error) lastTasks.pop();
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		entry.node = current?.find((node) => node.name === entry.node.name) ?? entry.node;
	}
	return data;
}
