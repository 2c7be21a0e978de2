/**
 * Prints the milliseconds that a node takes to load in a process that has loaded n8n's engine, as
 * n8n has when it loads its nodes. A process of its own for each time: what is loaded stays loaded.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [n8nModules = '', nodeFile = ''] = process.argv.slice(2);
const load = createRequire(join(n8nModules, 'engine.js'));
load('n8n-core');
load('n8n-workflow');
const startedAt = performance.now();
load(nodeFile);
console.log(performance.now() - startedAt);
process.exit();
