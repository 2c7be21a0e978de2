import type {
	ExecutionStatus,
	IConnections,
	ICredentialDataDecryptedObject,
	INode,
	IPinData,
	IRunExecutionData,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';

export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

export interface Credential {
	name: string;
	type: string;
	data: ICredentialDataDecryptedObject;
}

export interface StoredCredential extends Credential {
	id: string;
}

export interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

export interface Workflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IPinData;
}

export interface StoredWorkflow extends Workflow {
	id: string;
	versionId: string;
	active: boolean;
}

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	mode: WorkflowExecuteMode;
	retryOf?: string | null;
}

export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}
