import { parse as parseFlatted } from 'flatted';
import type {
	ExecutionStatus,
	ICredentialType,
	INodeTypeDescription,
	IRunExecutionData,
} from 'n8n-workflow';
import { waitUntil } from '../tooling/waitUntil.mts';
import type {
	Credential,
	CredentialTest,
	Execution,
	ExecutionSummary,
	Owner,
	StoredCredential,
	StoredWorkflow,
	Workflow,
} from './n8nData.mts';
import {
	n8nFile,
	n8nRequest,
	N8nRequestError,
	type N8nSession,
	type ServedFile,
} from './n8nRequest.mts';

export type * from './n8nData.mts';

const endedStatuses: ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled'];

/** True if an execution has ended, well or badly. */
export function hasEnded({ status }: ExecutionSummary): boolean {
	return endedStatuses.includes(status);
}

/**
 * n8n makes this list by two queries, running executions first, so an older execution can stand before
 * newer ones. An execution that ends between the queries appears twice.
 */
function newestFirst(executions: ExecutionSummary[]): ExecutionSummary[] {
	const byId = new Map(executions.map((execution) => [Number(execution.id), execution]));
	return [...byId].sort(([a], [b]) => b - a).map(([, execution]) => execution);
}

/**
 * Calls a real n8n as its editor does. Every method throws an `N8nRequestError` if n8n refuses the
 * request.
 */
export class N8nClient {
	private readonly session: N8nSession;

	constructor(url: string) {
		this.session = { url, cookie: '' };
	}

	/** Sets up the owner of a fresh n8n, or logs in to an existing n8n. */
	async signIn(owner: Owner): Promise<void> {
		const { userManagement } = await this.get<{
			userManagement: { showSetupOnFirstLoad: boolean };
		}>('/settings');
		if (userManagement.showSetupOnFirstLoad) await this.post('/owner/setup', owner);
		const { email: emailOrLdapLoginId, password } = owner;
		await this.post('/login', { emailOrLdapLoginId, password });
	}

	/** Reads the types of nodes that the editor offers. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		// Safe cast: n8n writes an array of this type into the file.
		return JSON.parse((await this.file('/types/nodes.json')).text) as INodeTypeDescription[];
	}

	/** Reads the types of credentials that the editor offers. */
	async credentialTypes(): Promise<ICredentialType[]> {
		// Safe cast: n8n writes an array of this type into the file.
		return JSON.parse((await this.file('/types/credentials.json')).text) as ICredentialType[];
	}

	/**
	 * Reads a file that n8n serves to its editor, e.g. an icon.
	 * @param path from the root of n8n, with a leading slash
	 */
	async file(path: string): Promise<ServedFile> {
		return await n8nFile(this.session, path);
	}

	async createCredential(credential: Credential): Promise<StoredCredential> {
		const { id } = await this.post<{ id: string }>('/credentials', credential);
		return { ...credential, id };
	}

	/** Runs the test of the credential's “Retry” button. A failed test is an answer, not an error. */
	async testCredential(credential: StoredCredential): Promise<CredentialTest> {
		return await this.post('/credentials/test', { credentials: credential });
	}

	/**
	 * Imports a workflow as a new one, even if its file has an id. n8n finds credentials without an id by
	 * name and type.
	 */
	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings, pinData } = workflow;
		// n8n 1 finds credentials only if the request names the project, as its editor does.
		const { id: projectId } = await this.get<{ id: string }>('/projects/personal');
		const created = { name, nodes, connections, settings, pinData, projectId, active: false };
		return await this.post('/workflows', created);
	}

	/** Saves a changed workflow under its id. */
	async saveWorkflow(workflow: StoredWorkflow): Promise<StoredWorkflow> {
		const { id, name, nodes, connections, settings, pinData, versionId } = workflow;
		const changed = { name, nodes, connections, settings, pinData, versionId };
		return await n8nRequest(this.session, 'PATCH', `/workflows/${id}`, changed);
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.get(`/workflows/${id}`);
	}

	/** Starts the triggers of a workflow, and waits until they have started. */
	async activate({ id, versionId }: StoredWorkflow): Promise<StoredWorkflow> {
		return await this.switchWorkflow(id, 'activate', { active: true, versionId });
	}

	async deactivate({ id }: StoredWorkflow): Promise<StoredWorkflow> {
		return await this.switchWorkflow(id, 'deactivate', { active: false });
	}

	/**
	 * Runs a workflow by hand from the given trigger.
	 * @returns the id of the running execution
	 */
	async run(workflow: StoredWorkflow, triggerName: string): Promise<string> {
		const { executionId } = await this.post<{ executionId: string }>(
			`/workflows/${workflow.id}/run`,
			// n8n 1 needs the workflow in the request; n8n 2 takes the stored workflow.
			{ triggerToStartFrom: { name: triggerName }, workflowData: workflow },
		);
		return executionId;
	}

	/** Runs a workflow by hand and waits for its end, at most `timeoutMs` ms. */
	async runToEnd(
		workflow: StoredWorkflow,
		triggerName: string,
		timeoutMs = 60_000,
	): Promise<Execution> {
		return await this.waitForExecution(await this.run(workflow, triggerName), timeoutMs);
	}

	async execution(id: string): Promise<Execution> {
		const { data, ...summary } = await this.get<ExecutionSummary & { data: string }>(
			`/executions/${id}`,
		);
		// Safe cast: n8n stores this type, flattened.
		return { ...summary, data: parseFlatted(data) as IRunExecutionData };
	}

	/**
	 * Waits until an execution has ended, well or badly.
	 * @throws if it has not ended after `timeoutMs` ms
	 */
	async waitForExecution(id: string, timeoutMs = 60_000): Promise<Execution> {
		return await waitUntil(
			`end of execution ${id}`,
			async () => {
				const execution = await this.execution(id).catch(undefinedWhenNotFound);
				return execution && hasEnded(execution) && execution;
			},
			timeoutMs,
		);
	}

	/** Lists the newest executions of a workflow, newest first. */
	async executions(workflowId: string, limit = 50): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.get<{ results: ExecutionSummary[] }>(
			`/executions?filter=${filter}&limit=${limit}`,
		);
		return newestFirst(results);
	}

	/**
	 * Retries a failed execution as the Retry button does, and waits for the end of the retry.
	 * @param withSavedWorkflow true for the workflow as saved now, false for the original workflow
	 */
	async retry(executionId: string, withSavedWorkflow = false): Promise<Execution> {
		const { id } = await this.post<{ id: string }>(`/executions/${executionId}/retry`, {
			loadWorkflow: withSavedWorkflow,
		});
		return await this.waitForExecution(id);
	}

	async stopExecution(id: string): Promise<void> {
		await this.post(`/executions/${id}/stop`, {});
	}

	private async switchWorkflow(
		id: string,
		action: 'activate' | 'deactivate',
		state: { active: boolean; versionId?: string },
	): Promise<StoredWorkflow> {
		const { versionId } = state;
		try {
			return await this.post(`/workflows/${id}/${action}`, { versionId });
		} catch (error) {
			if (!isNotFound(error)) throw error;
			return await n8nRequest(this.session, 'PATCH', `/workflows/${id}`, state); // n8n 1
		}
	}

	private async get<Answer>(path: string): Promise<Answer> {
		return await n8nRequest<Answer>(this.session, 'GET', path);
	}

	private async post<Answer>(path: string, body: object): Promise<Answer> {
		return await n8nRequest<Answer>(this.session, 'POST', path, body);
	}
}

function isNotFound(error: unknown): boolean {
	return error instanceof N8nRequestError && error.status === 404;
}

/** A starting execution is not in the database yet. */
function undefinedWhenNotFound(error: unknown): undefined {
	if (!isNotFound(error)) throw error;
}
