/** Runs one situation after another in a real n8n and tells of each how it went and how long it took. */
export class Scenarios {
	private passed = 0;
	private failed = 0;

	/** @param prepare puts everything back before each scenario */
	constructor(private readonly prepare: () => Promise<void>) {}

	async run(title: string, scenario: () => Promise<void>): Promise<void> {
		const start = Date.now();
		try {
			await this.prepare();
			await scenario();
			this.passed += 1;
			console.log(`✓ ${title} (${secondsSince(start)})`);
		} catch (error) {
			this.failed += 1;
			const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
			console.log(`✗ ${title} (${secondsSince(start)})\n${reason}`);
		}
	}

	/** Prints the count. @returns whether all went well */
	conclude(): boolean {
		console.log(`\n${this.passed} passed, ${this.failed} failed`);
		return this.failed === 0;
	}
}

function secondsSince(start: number): string {
	return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}
