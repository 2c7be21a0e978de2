import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { SandboxClient } from '../sandbox/sandboxClient.mts';
import { reasonOf, type ScenarioReport, Scenarios } from './scenarios.mts';

export interface SuiteContext {
	panel: SandboxClient;
	stop(): Promise<void>;
}

export type ScenarioGroup<Context> = (context: Context, scenarios: Scenarios) => Promise<void>;

export interface Suite {
	name: string;
	/**
	 * @param logFolder folder for the logs; need not exist
	 * @returns true if all scenarios passed
	 */
	run(logFolder: string, print: (text: string) => void): Promise<boolean>;
}

/**
 * Makes a suite: groups of scenarios that share one n8n, or the processes of an n8n in queue mode.
 * @param start starts n8n; the output of all processes goes to the log folder
 */
export function suite<Context extends SuiteContext>(
	name: string,
	start: (logFolder: string) => Promise<Context>,
	groups: Array<ScenarioGroup<Context>>,
): Suite {
	async function run(logFolder: string, print: (text: string) => void): Promise<boolean> {
		await mkdir(logFolder, { recursive: true });
		print('starting …');
		const context = await start(logFolder);
		try {
			const keepEvidence = (title: string) => keepBooks(context.panel, logFolder, title);
			const report: ScenarioReport = { print, keepEvidence };
			const prepare = () => context.panel.reset({ rateLimit: { window: 'unlimited' } });
			const scenarios = new Scenarios(prepare, report);
			for (const group of groups) await group(context, scenarios);
			return scenarios.conclude();
		} finally {
			await context.stop();
		}
	}

	return {
		name,
		run: async (logFolder, print) => {
			try {
				return await run(logFolder, print);
			} catch (error) {
				print(`✗ ${reasonOf(error)}`);
				return false;
			}
		},
	};
}

/** Saves the sandbox's record of requests and charges, in which API keys are masked. */
async function keepBooks(panel: SandboxClient, logFolder: string, title: string): Promise<void> {
	const fileName = `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}.requests.json`;
	await writeFile(join(logFolder, fileName), JSON.stringify(await panel.books(), null, '\t'));
}
