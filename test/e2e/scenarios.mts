/** Runs one situation after another in a real n8n and tells of each how it went and how long it took. */
export class Scenarios {
	private passed = 0;
	private readonly failed: string[] = [];

	async run(title: string, scenario: () => Promise<void>): Promise<void> {
		const start = Date.now();
		const took = () => `${((Date.now() - start) / 1000).toFixed(1)} s`;
		try {
			await scenario();
			this.passed += 1;
			console.log(`✓ ${title} (${took()})`);
		} catch (error) {
			this.failed.push(title);
			console.log(
				`✗ ${title} (${took()})\n${error instanceof Error ? error.stack : String(error)}`,
			);
		}
	}

	/** @returns whether all went well */
	conclude(): boolean {
		console.log(`\n${this.passed} passed, ${this.failed.length} failed`);
		return this.failed.length === 0;
	}
}
