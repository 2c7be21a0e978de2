import type { Execution } from '../real-n8n/n8nClient.mts';
import type { ArticleReport } from './articleReport.mts';

/** Why a run is not what the demo promises: empty where all is well. */
export function problemsOfRun(execution: Execution, articles: ArticleReport[]): string[] {
	const { status, data } = execution;
	const reason = data.resultData.error?.message ?? 'see its page in the editor';
	return [
		...(status === 'success' ? [] : [`The execution ended with status ${status}: ${reason}`]),
		...(articles.length > 0 ? [] : ['The feed has no articles']),
		...articles.flatMap(({ title, problem }) =>
			problem === undefined ? [] : [`"${title}": ${problem}`],
		),
	];
}
