import { backlinkForm } from '../../engine/forms.mts';
import type { PanelInUse } from '../../engine/usePanel.mts';
import { callFor, toolForm } from './asTool.mts';
import { findingOf, NEEDED_FUNCTIONS, OPTIONAL_FUNCTIONS } from './functionsOfN8n.mts';
import { type EngineVersion, engineNames } from './installedEngines.mts';
import type { Between, Caller, N8nEngine } from './n8nEngine.mts';

/** Where n8n runs the node. */
type Context = 'node' | Caller;
type Findings = Map<string, string>;

/** What the node finds of n8n's functions where an engine runs it. */
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

/** The table of all functions that some engine lacks somewhere, in Markdown, without padding. */
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

/** What the oldest engine gives, and from which on it is something else. */
function cell(column: Findings[], name: string): string {
	const found = column.map((findings) => findings.get(name) ?? 'not asked');
	const changes = found.flatMap((finding, index) => {
		if (finding === found[index - 1]) return [];
		return [index === 0 ? finding : `from ${engineNames[index]} ${finding}`];
	});
	return changes.join('; ');
}
