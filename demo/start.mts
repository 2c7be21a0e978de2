/**
 * `npm start`: the sandbox, and a real n8n with this package, a credential for the sandbox and the
 * example workflows. One example publishes the articles of the sandbox's feed, and the demo reports the
 * result. With `--once` it ends after that; the exit code is 0 if all went as promised.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { cacheFolder } from '../real-n8n/cachedInstallation.mts';
import { installCommunityPackage, packCommunityPackage } from '../real-n8n/communityPackage.mts';
import { type Credential, N8nClient, type Owner } from '../real-n8n/n8nClient.mts';
import { n8nInstallation } from '../real-n8n/n8nInstallation.mts';
import { startN8n } from '../real-n8n/n8nProcess.mts';
import { temporaryFolder, type TemporaryFolder } from '../real-n8n/temporaryFolder.mts';
import { startSandbox } from '../sandbox/sandbox.mts';
import { sandboxClient } from '../test/sandbox/sandboxClient.mts';
import { importedExamples, nodeNames, shownExample } from './importedExamples.mts';
import { articleReports, printedRun, problemsOfRun } from './runReport.mts';
import { step, StepFailure } from './step.mts';

const n8nVersion = '2.41.1';

const owner: Owner = {
	email: 'demo@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Sandbox-Demo-1',
};

/** Credentials that the examples name, without the panel's. */
const logins: Credential[] = ['CMS login', 'Form login'].map((name) => ({
	name,
	type: 'httpBasicAuth',
	data: { user: owner.email, password: owner.password },
}));

/** @param options options of the command line */
export async function run({ once: endsAfterRun = false }: { once?: boolean }): Promise<never> {
	// n8n, the sandbox and the temporary folders end with this process in any case.
	const logs = await temporaryFolder('backlink-panel-demo-logs');
	try {
		if (await demo(endsAfterRun, logs)) process.exit(0);
	} catch (error) {
		if (!(error instanceof StepFailure)) throw error;
		console.error(`\n"${error.title}" failed:\n${error.message}`);
	}
	logs.keep();
	console.error(`\nThe logs are in ${logs.path}`);
	process.exit(1);
}

/** @returns true if all went as promised */
async function demo(endsAfterRun: boolean, logs: TemporaryFolder): Promise<boolean> {
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
	const panelAccount: Credential = {
		name: 'Backlink Panel account',
		type: 'backlinkPanelApi',
		data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey, requestsPerMinute: 60 },
	};
	const credentials = await step('Setting up the owner and the credentials', async () => {
		await client.signIn(owner);
		return {
			panel: await client.createCredential(panelAccount),
			logins: await Promise.all(logins.map(async (each) => await client.createCredential(each))),
		};
	});
	await step(`Testing “${panelAccount.name}”`, async () => {
		const { status, message } = await client.testCredential(credentials.panel);
		if (status !== 'OK') throw new Error(message);
	});
	const examples = await step(
		'Importing the example workflows',
		async () =>
			await importedExamples(client, [credentials.panel, ...credentials.logins], {
				feed: `${sandbox.url}/feed.xml`,
				chat: `${sandbox.url}/chat`,
			}),
	);
	const workflow = examples.get(shownExample);
	if (workflow === undefined) throw new Error(`There is no example ${shownExample}`);

	const panel = sandboxClient(sandbox.url);
	const { balance: creditsBefore } = await panel.books();
	const execution = await step(
		`Running “${workflow.name}”`,
		async () => await client.runToEnd(workflow, nodeNames.manualTrigger),
	);
	const books = await panel.books();
	const articles = articleReports(execution, books, creditsBefore);
	console.log(printedRun(articles, creditsBefore, books));
	const problems = problemsOfRun(execution, articles);
	if (problems.length > 0) {
		console.error(['', 'The run is not as it should be:', ...problems].join('\n'));
	}
	if (endsAfterRun) return problems.length === 0;

	console.log(`
  The sandbox    ${sandbox.url}
                 its page shows and changes balance, orders, requests and what goes wrong
                 API key ${sandbox.apiKey}, in n8n as the credential “${panelAccount.name}”
  n8n's editor   ${n8n.url}/workflow/${workflow.id}
                 e-mail ${owner.email}, password ${owner.password}
                 ${examples.size} example workflows with their credentials. Publish one to start its
                 trigger; here it polls every minute. Webhook and form take the same login,
                 the rows of the Google sheet are pinned, and messages to the chat are on
                 the sandbox's page

Ctrl-C ends n8n and the sandbox, and deletes this n8n with its workflows, credentials and
executions, the orders of the sandbox, and the logs. n8n stays installed in
${cacheFolder()}`);
	const endedBadly = await Promise.race([n8n.ended, endSignal()]);
	if (endedBadly !== undefined) console.error(`\n${endedBadly}`);
	return endedBadly === undefined;
}

async function endSignal(): Promise<undefined> {
	await Promise.race(
		['SIGINT', 'SIGTERM', 'SIGHUP'].map(async (name) => await once(process, name)),
	);
}
