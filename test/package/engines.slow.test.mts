// Comes first, because it sets the environment that n8n-core reads when it is loaded.
import '../engine/coreEnvironment.mts';

import { temporaryFolder, type TemporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { quickSleep } from '../engine/quickOrderStore.mts';
import { usePanel } from '../engine/usePanel.mts';
import { asNode } from './engines/asNode.mts';
import { asTool } from './engines/asTool.mts';
import {
	engineNames,
	type EngineVersion,
	INSTALLATION_MS,
	installedEngine,
} from './engines/installedEngines.mts';
import {
	findingsIn,
	functionTable,
	askedFunctions,
	KNOWN_TABLE,
	NEEDED_FUNCTIONS,
	OPTIONAL_FUNCTIONS,
} from './engines/functionsOfN8n.mts';
import { whenFunctionsFail } from './engines/whenFunctionsFail.mts';
import { N8nEngine } from './engines/n8nEngine.mts';

const panel = usePanel();
const engines = new Map<EngineVersion, N8nEngine>();
let folder: TemporaryFolder;

function engineOf(n8n: EngineVersion): N8nEngine {
	const engine = engines.get(n8n);
	if (!engine) throw new Error(`The engine of n8n ${n8n} is not loaded`);
	return engine;
}

beforeAll(async () => {
	folder = await temporaryFolder('n8n-engines');
	await Promise.all(
		engineNames.map(async (n8n) => {
			const loaded = await installedEngine(n8n, folder.path);
			Object.assign(loaded.clock, { sleep: quickSleep });
			engines.set(n8n, new N8nEngine(loaded));
		}),
	);
}, INSTALLATION_MS);
afterAll(async () => {
	for (const { loaded } of engines.values()) loaded.close();
	await folder.remove();
});

/** True if the engine runs a tool's node for an agent, and takes hints from a tool. */
const isNewer = (n8n: EngineVersion) => n8n !== '1.85.3' && n8n !== '1.110.1';

describe.each(engineNames)('in the engine of n8n %s', (n8n) => {
	const engine = () => engineOf(n8n);

	describe('as a node', () => asNode(engine, panel));
	describe('as the tool of an agent', () => asTool(engine, panel, 'agent', isNewer(n8n)));
	if (isNewer(n8n)) {
		describe('as a tool that the engine runs for an agent', () =>
			asTool(engine, panel, 'requestingAgent', true));
	}
	describe('below the MCP Server Trigger', () => asTool(engine, panel, 'mcpServer', false));
	describe('below the MCP Server Trigger, where n8n gives no context', () =>
		asTool(engine, panel, 'mcpServerWithoutContext', false));
	describe('where functions of n8n fail', () => whenFunctionsFail(engine, panel));
});

describe('the functions of n8n that the action node asks for', () => {
	const lastPart = (name: string) => name.split('.').at(-1) ?? name;
	const optional = Object.keys(OPTIONAL_FUNCTIONS);

	test('the two tables have all of them', () => {
		const known = [...optional, ...Object.keys(NEEDED_FUNCTIONS)].map(lastPart);
		expect([...new Set([...askedFunctions().values()].flat())].sort()).toEqual(known.sort());
	});

	test('only one file asks for the optional ones', () => {
		const ofRun = optional.filter((name) => !name.startsWith('helpers.'));
		const files = [...askedFunctions()].filter(([, names]) =>
			names.some((name) => ofRun.includes(name)),
		);
		expect(files.map(([file]) => file)).toEqual(['api/optionalFunctions.ts']);
	});

	test('each engine lacks the functions that the table says', async () => {
		expect(await functionTable(engineOf, panel)).toEqual(KNOWN_TABLE);
	});

	test.each(engineNames.filter(isNewer))(
		'in n8n %s, a tool that the engine runs for an agent has the functions of a node',
		async (n8n) => {
			const findings = await findingsIn(engineOf(n8n), panel, 'requestingAgent');
			expect(findings).toEqual(await findingsIn(engineOf(n8n), panel, 'node'));
		},
	);
});
