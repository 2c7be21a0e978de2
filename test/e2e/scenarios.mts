export interface ScenarioReport {
	print(text: string): void;
	/** Saves data about a failed scenario, before the next scenario resets the sandbox. */
	keepEvidence(title: string): Promise<void>;
}

const toConsole: ScenarioReport = {
	print: (text) => console.log(text),
	keepEvidence: () => Promise.resolve(),
};

/** Limit far above the time of any scenario, so that a scenario that hangs fails and leaves its logs. */
const TIME_LIMIT_S = 300;

/** Runs scenarios one after another in a real n8n, and prints the result and the time of each. */
export class Scenarios {
	private readonly startedAt = Date.now();
	private passed = 0;
	private failed = 0;

	/** @param prepare resets the sandbox before each scenario */
	constructor(
		private readonly prepare: () => Promise<void>,
		private readonly report: ScenarioReport = toConsole,
	) {}

	async run(title: string, scenario: () => Promise<void>): Promise<void> {
		const startedAt = Date.now();
		try {
			await this.prepare();
			await withinTimeLimit(scenario());
			this.passed += 1;
			this.report.print(`✓ ${title} (${secondsSince(startedAt)})`);
		} catch (error) {
			this.failed += 1;
			this.report.print(`✗ ${title} (${secondsSince(startedAt)})\n${reasonOf(error)}`);
			await this.report.keepEvidence(title).catch((reason: unknown) => {
				this.report.print(`Nothing could be kept of it: ${reasonOf(reason)}`);
			});
		}
	}

	note(text: string): void {
		this.report.print(`  ${text}`);
	}

	/** Prints the counts. @returns true if no scenario failed */
	conclude(): boolean {
		const { passed, failed } = this;
		this.report.print(`${passed} passed, ${failed} failed (${secondsSince(this.startedAt)})`);
		return failed === 0;
	}
}

async function withinTimeLimit(scenario: Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_resolve, reject) => {
		const error = new Error(`It has not ended after ${TIME_LIMIT_S} s`);
		timer = setTimeout(() => reject(error), TIME_LIMIT_S * 1000);
	});
	await Promise.race([scenario, limit]).finally(() => clearTimeout(timer));
}

export function reasonOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function secondsSince(start: number): string {
	return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}
