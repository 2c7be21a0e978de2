import type { ExecutionLifecycleHooks } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

/** What n8n's server gives an execution; only what the engine and the nodes read is filled in. */
export function additionalData(
	credentialsHelper: ICredentialsHelper,
	hooks: ExecutionLifecycleHooks,
	executionId = '1',
): IWorkflowExecuteAdditionalData {
	const address = 'http://localhost/';
	return {
		credentialsHelper,
		hooks,
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		userId: 'user',
		instanceBaseUrl: address,
		restApiUrl: address,
		webhookBaseUrl: address,
		webhookTestBaseUrl: address,
		webhookWaitingBaseUrl: address,
		formWaitingBaseUrl: address,
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		sendDataToUI: () => {},
		externalSecretsProxy: {
			hasProvider: () => false,
			hasSecret: () => false,
			getSecret: () => undefined,
			listSecrets: () => [],
			listProviders: () => [],
		},
		// The rest belongs to n8n's server and is not there without it.
	} as unknown as IWorkflowExecuteAdditionalData;
}
