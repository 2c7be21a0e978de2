/**
 * `npm start`: a real n8n with this package installed, working against the sandbox. It publishes the
 * articles of the sandbox's feed with the example workflow, and tells what happened.
 * With `--once` it ends after that; the exit code says whether all went as promised.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { installCommunityPackage, packCommunityPackage } from '../real-n8n/communityPackage.mts';
import { N8nClient, type Owner } from '../real-n8n/n8nClient.mts';
import { n8nInstallation } from '../real-n8n/n8nInstallation.mts';
import { startN8n } from '../real-n8n/n8nProcess.mts';
import { temporaryFolder } from '../real-n8n/temporaryFolder.mts';
import { startSandbox } from '../sandbox/sandbox.mts';
import { articleReports } from './articleReport.mts';
import { exampleWorkflow, filledIn, nodeNames } from './exampleWorkflow.mts';
import { printedRun } from './printedRun.mts';
import { problemsOfRun } from './problemsOfRun.mts';
import { sandboxBooks } from './sandboxBooks.mts';
import { step, StepFailure } from './step.mts';

const n8nVersion = '2.41.1';

const owner: Owner = {
	email: 'demo@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Sandbox-Demo-1',
};

// n8n, the sandbox and the temporary folders end with this process, however it ends.
const logs = await temporaryFolder('backlink-panel-demo-logs');
try {
	if (await demo(process.argv.includes('--once'))) process.exit(0);
} catch (error) {
	if (!(error instanceof StepFailure)) throw error;
	console.error(`\n"${error.title}" failed:\n${error.message}`);
}
logs.keep();
console.error(`\nThe logs are in ${logs.path}`);
process.exit(1);

/** @returns whether all went as promised */
async function demo(endsAfterRun: boolean): Promise<boolean> {
	const folder = (await temporaryFolder('backlink-panel-demo')).path;
	const buildLog = join(logs.path, 'build.log');

	const packed = await step(
		'Building and packing the node',
		async () => await packCommunityPackage(folder, buildLog),
	);
	const sandbox = await step('Starting the sandbox', async () => await startSandbox());
	const installation = await step(
		`Looking for n8n ${n8nVersion}`,
		async (report) => await n8nInstallation(n8nVersion, report),
	);
	const n8n = await step('Starting n8n with the node installed', async () => {
		await installCommunityPackage(packed, folder, buildLog);
		const logFile = join(logs.path, 'n8n.log');
		return await startN8n({ installation, userFolder: folder, logFile });
	});

	const client = new N8nClient(n8n.url);
	const credential = await step('Setting up the owner and the credential', async () => {
		await client.signIn(owner);
		return await client.createCredential({
			name: 'Backlink Panel (sandbox)',
			type: 'backlinkPanelApi',
			data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey, requestsPerMinute: 60 },
		});
	});
	await step('Testing the credential', async () => {
		const { status, message } = await client.testCredential(credential);
		if (status !== 'OK') throw new Error(message);
	});
	const workflow = await step('Importing the example workflow', async () => {
		const example = await exampleWorkflow();
		return await client.createWorkflow(filledIn(example, `${sandbox.url}/feed.xml`, credential));
	});

	const { balance: creditsBefore } = await sandboxBooks(sandbox.url);
	const execution = await step(
		`Running "${workflow.name}"`,
		async () => await client.runToEnd(workflow, nodeNames.manualTrigger),
	);
	const books = await sandboxBooks(sandbox.url);
	const articles = articleReports(execution, books, creditsBefore);
	console.log(printedRun(articles, creditsBefore, books));
	const problems = problemsOfRun(execution, articles);
	if (problems.length > 0) {
		console.error(['', 'The run is not as it should be:', ...problems].join('\n'));
	}
	if (endsAfterRun) return problems.length === 0;

	console.log(`
  n8n's editor   ${n8n.url}/workflow/${workflow.id}
                 e-mail ${owner.email}, password ${owner.password}
  The sandbox    ${sandbox.url}

Ctrl-C ends it all.`);
	const endedBadly = await Promise.race([n8n.ended, endSignal()]);
	if (endedBadly !== undefined) console.error(`\n${endedBadly}`);
	return endedBadly === undefined;
}

async function endSignal(): Promise<undefined> {
	await Promise.race(
		['SIGINT', 'SIGTERM', 'SIGHUP'].map(async (name) => await once(process, name)),
	);
}
