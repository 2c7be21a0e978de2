import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

/** A run of a workflow, in one or more executions at once. */
export interface RunRequest {
	node: INode;
	credential: ICredentialDataDecryptedObject;
	/** Items of each execution. */
	executions: IDataObject[][];
}

export interface RunFigures {
	/** Time from the start of the executions to the end of the last execution. */
	seconds: number;
	/** Processor time of the whole measuring process in that time. */
	cpuSeconds: number;
	/** Largest growth of its memory (resident set) in that time. */
	memoryGrowthBytes: number;
	/** Items that came out of the node as a success. */
	delivered: number;
	/** Messages of failed executions. */
	errors: string[];
}

export interface RunRequestMessage {
	id: number;
	request: RunRequest;
}

export interface RunFiguresMessage {
	id: number;
	figures: RunFigures;
}

/** The last argument of the measuring process, as JSON. */
export interface EngineFolders {
	/** The `node_modules` of the installed n8n. */
	n8nModules: string;
	/** The folder of our unpacked package. */
	packageFolder: string;
}
