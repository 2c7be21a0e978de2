import type { IDataObject } from 'n8n-workflow';
import type { Execution } from './n8nClient.mts';

/**
 * Lists the items that a node put out in an execution, over all its runs.
 * @param output 0 is the first output
 */
export function nodeOutput(
	execution: Pick<Execution, 'data'>,
	nodeName: string,
	output = 0,
): IDataObject[] {
	const runs = execution.data.resultData.runData[nodeName] ?? [];
	return runs.flatMap(({ data }) => (data?.main?.[output] ?? []).map(({ json }) => json));
}
