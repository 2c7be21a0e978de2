import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IExecuteFunctions } from 'n8n-workflow';

import { backlinkForm, toolForm } from '../../engine/forms.mts';
import type { PanelInUse } from '../../engine/usePanel.mts';
import { callFor } from './asTool.mts';
import { type EngineVersion, engineNames } from './installedEngines.mts';
import type { Between, Caller, N8nEngine } from './n8nEngine.mts';

const sources = join('nodes', 'BacklinkPanel');

type Ask = (functions: IExecuteFunctions) => unknown;

const isThere = 'yes';
const ofCaller = 'the caller’s';
const ofCall = 'of one call';

/**
 * Functions that some version or context of n8n lacks, or that an order does not need. Each has a call as the node
 * makes it. Only api/optionalFunctions.ts asks for these functions, except for the helpers.
 */
export const OPTIONAL_FUNCTIONS: Record<string, Ask> = {
	addExecutionHints: (functions) => {
		functions.addExecutionHints({ message: 'Hint' });
		return isThere;
	},
	getContext: (functions) => {
		functions.getContext('flow');
		return functions.getExecutionId() === undefined ? ofCall : isThere;
	},
	getExecuteData: (functions) =>
		functions.getExecuteData().node.name === functions.getNode().name ? isThere : ofCaller,
	getExecutionCancelSignal: (functions) => functions.getExecutionCancelSignal(),
	getExecutionId: (functions) => functions.getExecutionId(),
	getMode: (functions) => functions.getMode(),
	getWorkflowDataProxy: (functions) => functions.getWorkflowDataProxy(0).$runIndex as unknown,
	logger: (functions) => functions.logger.warn,
	'helpers.checkProcessedAndRecord': ({ helpers }) => helpers.checkProcessedAndRecord,
	'helpers.clearAllProcessedItems': ({ helpers }) => helpers.clearAllProcessedItems,
	'helpers.getProcessedDataCount': ({ helpers }) => helpers.getProcessedDataCount,
	'helpers.removeProcessed': ({ helpers }) => helpers.removeProcessed,
};

/** Functions that some engine lacks; all engines have the others. Tools have no hints up to n8n 1.117.3. */
export const KNOWN_TABLE = [
	'| function | node | agent’s tool | MCP tool |',
	'| --- | --- | --- | --- |',
	'| `addExecutionHints` | yes | missing; from 1.123.81 yes | missing; from 1.123.81 yes |',
	'| `getContext` | yes | yes | throws; from 1.110.1 of one call |',
	'| `getExecuteData` | yes | the caller’s | the caller’s |',
	'| `getExecutionCancelSignal` | yes | yes | undefined |',
	'| `getExecutionId` | yes | yes | undefined |',
];

/** Functions that the node needs, and that every version and context has. */
export const NEEDED_FUNCTIONS: Record<string, Ask> = {
	continueOnFail: (functions) => functions.continueOnFail(),
	getCredentials: async (functions) => await functions.getCredentials('backlinkPanelApi'),
	getInputData: (functions) => functions.getInputData()[0],
	getNode: (functions) => functions.getNode().type,
	getNodeParameter: (functions) => functions.getNodeParameter('operation', 0),
	getWorkflow: (functions) => functions.getWorkflow().id,
	'helpers.httpRequestWithAuthentication': ({ helpers }) => helpers.httpRequestWithAuthentication,
};

/** Names the result of a call: `yes`, `missing`, `throws`, `undefined`, or the owner of the returned data. */
async function findingOf(name: string, ask: Ask, functions: IExecuteFunctions): Promise<string> {
	const member = name.split('.').at(-1) ?? name;
	const members: object = name.startsWith('helpers.') ? functions.helpers : functions;
	if (!(member in members)) return 'missing';
	try {
		const answer = await ask(functions);
		if (answer === undefined) return 'undefined';
		return answer === ofCaller || answer === ofCall ? answer : isThere;
	} catch {
		return 'throws';
	}
}

/** Finds the functions of n8n that the action node asks for, by source file. */
export function askedFunctions(): Map<string, string[]> {
	const asked = new Map<string, string[]>();
	const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' });
	for (const file of paths.filter((path) => /^(?!trigger\/).*\.ts$/.test(path))) {
		const text = readFileSync(join(sources, file), 'utf8');
		const called = text.matchAll(/\bfunctions(?:\.helpers)?\??\.(\w+)/g);
		const taken = text.matchAll(/\{([^{}]*)\} = functions\b/g);
		const names = [
			...[...called].map(([, name = '']) => name),
			...[...taken].flatMap(([, list = '']) => list.split(',').map((name) => name.trim())),
		];
		asked.set(
			file,
			names.filter((name) => name !== 'helpers'),
		);
	}
	return asked;
}

type Context = 'node' | Caller;
type Findings = Map<string, string>;

export async function findingsIn(
	engine: N8nEngine,
	{ credential }: PanelInUse,
	context: Context,
): Promise<Findings> {
	const findings: Findings = new Map();
	const between: Between = async (functions) => {
		for (const [name, ask] of Object.entries({ ...OPTIONAL_FUNCTIONS, ...NEEDED_FUNCTIONS })) {
			findings.set(name, await findingOf(name, ask, functions));
		}
		return [[{ json: {} }]];
	};
	if (context === 'node') await engine.run({ parameters: backlinkForm, credential, between });
	else {
		const items = [callFor(0)];
		await engine.callTool({ caller: context, parameters: toolForm, credential, items, between });
	}
	return findings;
}

/** Makes a Markdown table, without padding, of the functions that some engine lacks in some context. */
export async function functionTable(
	engineOf: (n8n: EngineVersion) => N8nEngine,
	panel: PanelInUse,
): Promise<string[]> {
	const columns: Findings[][] = [];
	for (const context of ['node', 'agent', 'mcpServer'] as const) {
		const column: Findings[] = [];
		for (const n8n of engineNames) column.push(await findingsIn(engineOf(n8n), panel, context));
		columns.push(column);
	}
	const names = [...(columns[0]?.[0]?.keys() ?? [])];
	const rows = names.map((name) => [`\`${name}\``, ...columns.map((column) => cell(column, name))]);
	const lacking = rows.filter(([, ...cells]) => cells.some((text) => text !== 'yes'));
	const heading = ['function', 'node', 'agent’s tool', 'MCP tool'];
	return [heading, heading.map(() => '---'), ...lacking].map((row) => `| ${row.join(' | ')} |`);
}

/** Names the finding in the oldest engine, then each engine from which the finding differs. */
function cell(column: Findings[], name: string): string {
	const found = column.map((findings) => findings.get(name) ?? 'not asked');
	const changes = found.flatMap((finding, index) => {
		if (finding === found[index - 1]) return [];
		return [index === 0 ? finding : `from ${engineNames[index]} ${finding}`];
	});
	return changes.join('; ');
}
