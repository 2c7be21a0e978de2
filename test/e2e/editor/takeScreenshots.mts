/**
 * Takes the pictures in `docs/images` anew: `npx tsx test/e2e/editor/takeScreenshots.mts`. The scenarios of the
 * editor take the pictures, so the script exits with 1 if one of them fails.
 */
import { startPanelInN8n } from '../panelInN8n.mts';
import { Scenarios } from '../scenarios.mts';
import { editorScenarios } from './editorScenarios.mts';

const n8n = await startPanelInN8n('2.41.1');
const scenarios = new Scenarios(() => n8n.panel.reset({ rateLimit: { window: 'unlimited' } }));
await editorScenarios(n8n, scenarios, 'docs/images');
await n8n.stop();
process.exit(scenarios.conclude() ? 0 : 1);
