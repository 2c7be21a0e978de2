// Comes first, because it sets the environment that n8n-core reads when it is loaded.
import '../engine/coreEnvironment.mts';

import { temporaryFolder, type TemporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { tryWaysToFail, type Outcome } from '../engine/connection/tryWaysToFail.mts';
import { waysToFail, type EngineName } from '../engine/connection/waysToFail.mts';
import { backlinkForm } from '../engine/forms.mts';
import {
	type EngineVersion,
	INSTALLATION_MS,
	installedEngine,
} from './engines/installedEngines.mts';
import { N8nEngine } from './engines/n8nEngine.mts';

const engines: Array<{ name: EngineName; n8n: EngineVersion }> = [
	{ name: '1.85', n8n: '1.85.3' },
	{ name: '1.123', n8n: '1.123.81' },
	{ name: '2.41', n8n: '2.41.1' },
];

let folder: TemporaryFolder;
beforeAll(async () => {
	folder = await temporaryFolder('n8n-what-left');
});
afterAll(async () => await folder.remove());

describe.each(engines)(
	'an order is unknown unless it was refused or provably did not leave: n8n $name',
	({ name, n8n }) => {
		const ways = waysToFail.filter(({ notOn }) => !notOn?.includes(name));
		let outcomes: Map<string, Outcome>;

		beforeAll(async () => {
			const engine = new N8nEngine(await installedEngine(n8n, folder.path));
			outcomes = await tryWaysToFail(ways, async ({ credential, item, timeout }) => {
				const { data } = await engine.run({
					parameters: { ...backlinkForm, options: { timeout } },
					credential,
					items: [item],
					settings: { onError: 'continueRegularOutput' },
				});
				return data?.main?.[0]?.[0]?.json.error;
			});
			engine.loaded.close();
		}, INSTALLATION_MS);

		test.each(ways)('$stage: $situation: $told, $orders carried out', (way) => {
			const orders = way.leavesOn === name ? 1 : way.orders;
			expect(outcomes.get(way.situation)).toMatchObject({ told: way.told, orders });
		});
	},
);
