import { join } from 'node:path';
import { mkdirSync } from 'node:fs';

import { temporaryFolder, type TemporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { tryWaysToFail, type Outcome } from '../engine/connection/tryWaysToFail.mts';
import { waysToFail, type EngineName } from '../engine/connection/waysToFail.mts';
import { backlinkForm } from '../engine/forms.mts';
import { olderEngine } from './olderEngine.mts';
import { installBeside, installedEngine, lastOfN8n1, oldest, type OlderCore } from './olderN8n.mts';

// The first time, the engine is installed.
const installationMs = 300_000;

const engines: Array<{ name: EngineName; engine: OlderCore }> = [
	{ name: '1.85', engine: oldest },
	{ name: '1.123', engine: lastOfN8n1 },
];

let folder: TemporaryFolder;
beforeAll(async () => {
	folder = await temporaryFolder('n8n-what-left');
	// n8n writes its settings on load.
	process.env.N8N_USER_FOLDER = folder.path;
	process.env.N8N_ENCRYPTION_KEY = 'what-left';
	process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'true';
	process.env.N8N_LOG_LEVEL = 'silent';
});
afterAll(async () => await folder.remove());

describe.each(engines)('in the engine of n8n $name', ({ name, engine }) => {
	const ways = waysToFail.filter(({ notOn }) => !notOn?.includes(name));
	let outcomes: Map<string, Outcome>;

	beforeAll(async () => {
		const place = join(folder.path, name);
		mkdirSync(place);
		const modules = await installedEngine(engine);
		const installed = await installBeside(join(modules, 'n8n-workflow'), place);
		const older = olderEngine(modules, installed);
		outcomes = await tryWaysToFail(ways, async ({ credential, item, timeout }) => {
			const { data } = await older.run({
				parameters: { ...backlinkForm, options: { timeout } },
				credential,
				items: [item],
				settings: { onError: 'continueRegularOutput' },
			});
			return data?.main?.[0]?.[0]?.json.error;
		});
		older.close();
	}, installationMs);

	test.each(ways.map((way) => ({ ...way, ...way.otherwise?.[name] })))(
		'$stage: $situation: $told, $orders carried out',
		({ situation, told, orders }) => {
			expect(outcomes.get(situation)).toMatchObject({ told, orders });
		},
	);
});
