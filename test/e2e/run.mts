/**
 * `npm run test:e2e`: the packed node in a real n8n, against the sandbox. One line a scenario; the exit
 * code says whether all went well.
 */
import { exampleScenarios } from './examples.mts';
import { moneyScenarios } from './money.mts';
import { nodeScenarios } from './node.mts';
import { startPanelInN8n } from './panelInN8n.mts';
import { Scenarios } from './scenarios.mts';
import { triggerScenarios } from './trigger.mts';

const VERSION = '2.41.1';

console.log(`Starting n8n ${VERSION} with the packed node …`);
const n8n = await startPanelInN8n(VERSION);
const scenarios = new Scenarios(() => n8n.panel.reset({ rateLimit: { window: 'unlimited' } }));
await nodeScenarios(n8n, scenarios);
await exampleScenarios(n8n, scenarios);
await triggerScenarios(n8n, scenarios);
await moneyScenarios(n8n, scenarios);
await n8n.stop();
process.exit(scenarios.conclude() ? 0 : 1);
