import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

/** What the measuring process is to run: one workflow, in one or more executions at once. */
export interface RunRequest {
	node: INode;
	credential: ICredentialDataDecryptedObject;
	/** The items of each execution. */
	executions: IDataObject[][];
}

/** What it measured. */
export interface RunFigures {
	/** From the start of the executions to the end of the last one. */
	seconds: number;
	/** Processor time of the whole measuring process in that time. */
	cpuSeconds: number;
	/** How far its memory (resident set) grew in that time, at most. */
	memoryGrowthBytes: number;
	/** Items that came out of the node as a success. */
	delivered: number;
	/** The messages of the executions that failed. */
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

/** How the measuring process is started: the last argument, as JSON. */
export interface EngineFolders {
	/** The `node_modules` of the installed n8n. */
	n8nModules: string;
	/** Where our packed node was unpacked. */
	packageFolder: string;
}
