interface Where {
	workflowId: string;
	context: string;
}

interface ProcessedData extends Where {
	value: unknown;
}

/**
 * Stands for n8n's table of deduplication data, with the functions that n8n's helper calls: a row is a
 * JSON text, and made only once. One statement after another, as in SQLite.
 */
export class SlowTable {
	/** How long a statement takes, in ms. */
	statementMs = 0;
	private readonly rows = new Map<string, string>();
	private lastStatement: Promise<unknown> = Promise.resolve();

	async findOne({ where }: { where: Where }): Promise<ProcessedData | null> {
		return await this.statement(() => {
			const row = this.rows.get(nameOf(where));
			// It was written by the functions below.
			return row === undefined ? null : (JSON.parse(row) as ProcessedData);
		});
	}

	async insert(data: ProcessedData): Promise<void> {
		await this.statement(() => {
			if (this.rows.has(nameOf(data))) throw new Error('UNIQUE constraint');
			this.rows.set(nameOf(data), JSON.stringify(data));
		});
	}

	async update(where: Where, data: ProcessedData): Promise<void> {
		await this.statement(() => {
			if (this.rows.has(nameOf(where))) this.rows.set(nameOf(where), JSON.stringify(data));
		});
	}

	async delete(where: Where): Promise<void> {
		await this.statement(() => this.rows.delete(nameOf(where)));
	}

	private async statement<Result>(run: () => Result): Promise<Result> {
		const done = this.lastStatement.then(async () => {
			if (this.statementMs > 0) {
				await new Promise((resolve) => setTimeout(resolve, this.statementMs));
			}
			return run();
		});
		this.lastStatement = done.catch(() => {});
		return await done;
	}
}

function nameOf({ workflowId, context }: Where): string {
	return JSON.stringify([workflowId, context]);
}
