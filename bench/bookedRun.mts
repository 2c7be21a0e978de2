import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type SettingsChange } from '../sandbox/sandbox.mts';
import { sandboxClient } from '../test/sandbox/sandboxClient.mts';
import type { Contestant } from './contestants.mts';
import type { RunFigures } from './engine/messages.mts';
import type { EngineProcess } from './engine/withEngineProcess.mts';
import type { Operation } from './operations.mts';

/** One run of a node against a sandbox of its own. */
export interface RunPlan {
	contestant: Contestant;
	operation: Operation;
	/** Items of each execution; several executions run at once. */
	executions: IDataObject[][];
	/** Limit of the service; without a limit, the credential allows any number of requests. */
	rateLimit?: SettingsChange['rateLimit'];
	/** Time that the service takes for each request, in ms; default: none. */
	answerMs?: number;
}

/** Figures of the measuring process and of the sandbox's books. */
export interface BookedRun extends RunFigures {
	/** Orders that the sandbox charged. */
	charged: number;
}

/** More than any run can spend, and more than it can send in a minute. */
const balance = 1_000_000;
const requestsPerMinuteWithoutLimit = 100_000;

/** The documented limit, and the credential's default. */
const documentedRequestsPerMinute = 60;

/** Carries out a plan in an engine process. The sandbox is in this process. */
export async function bookedRun(engine: EngineProcess, plan: RunPlan): Promise<BookedRun> {
	const { contestant, operation, executions, rateLimit, answerMs } = plan;
	const sandbox = await startSandbox({
		balance,
		rateLimit: rateLimit ?? { window: 'unlimited' },
	});
	try {
		const panel = sandboxClient(sandbox.url);
		if (answerMs !== undefined) await panel.addFault({ answer: 'latency', delayMs: answerMs });
		const figures = await engine.run({
			node: contestant.node(operation, sandbox.url),
			credential: {
				baseUrl: sandbox.url,
				apiKey: sandbox.apiKey,
				requestsPerMinute: rateLimit ? documentedRequestsPerMinute : requestsPerMinuteWithoutLimit,
			},
			executions,
		});
		return { ...figures, charged: (await panel.books()).charges.length };
	} finally {
		await sandbox.close();
	}
}
