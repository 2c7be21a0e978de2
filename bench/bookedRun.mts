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
	/** The items of each execution; several executions run at once. */
	executions: IDataObject[][];
	/** The service's limit; where there is none, the credential allows any number of requests. */
	rateLimit?: SettingsChange['rateLimit'];
	workload?: SettingsChange['workload'];
}

/** What the measuring process and the sandbox say about a run. */
export interface BookedRun extends RunFigures {
	/** Requests that the sandbox refused with a 429. */
	rejected: number;
	/** Requests of the operation that it took. */
	taken: number;
	/** The most requests in flight at once. */
	mostInFlight: number;
	/** Orders that it charged. */
	charged: number;
	/** Of these, the ones for something that had been charged before. */
	chargedAgain: number;
}

/** More than any run can spend, and more than it can send in a minute. */
const balance = 1_000_000;
const requestsPerMinuteWithoutLimit = 100_000;

/** What the service documents, and the credential's default. */
const documentedRequestsPerMinute = 60;

/** Carries out a plan in an engine process. The sandbox is in this process. */
export async function bookedRun(engine: EngineProcess, plan: RunPlan): Promise<BookedRun> {
	const { contestant, operation, executions, rateLimit, workload } = plan;
	const sandbox = await startSandbox({
		balance,
		rateLimit: rateLimit ?? { window: 'unlimited' },
		workload,
	});
	try {
		const panel = sandboxClient(sandbox.url);
		const figures = await engine.run({
			node: contestant.node(operation, sandbox.url),
			credential: {
				baseUrl: sandbox.url,
				apiKey: sandbox.apiKey,
				requestsPerMinute: rateLimit ? documentedRequestsPerMinute : requestsPerMinuteWithoutLimit,
			},
			executions,
		});
		const { requests, charges, requestsTo } = await panel.books();
		const subjects = new Set(charges.map(({ subject }) => subject));
		return {
			...figures,
			taken: requestsTo(operation.path).filter(({ status }) => status !== 429).length,
			mostInFlight: Math.max(...requests.map(({ inFlight }) => inFlight)),
			rejected: requests.filter(({ status }) => status === 429).length,
			charged: charges.length,
			chargedAgain: charges.length - subjects.size,
		};
	} finally {
		await sandbox.close();
	}
}
