import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../api/dataObject';

/** Reads a parameter of an item and the workflow's time zone, as n8n's functions of these names do. */
export type ParameterReader = Pick<BatchParameters, 'getNodeParameter' | 'getTimezone'>;

/** An expression that only names a field of the item, as the editor writes it: `={{ $json.url }}`. */
const FIELD_OF_ITEM = /^=\{\{ ?\$json\.([a-z_]\w*) ?\}\}$/i;

/**
 * The parameters of a batch. n8n evaluates a parameter anew for each item, in a sandbox, which can take
 * longer than to send the request. So it is asked only where it has something to evaluate.
 */
export class BatchParameters {
	private readonly stored: Record<string, unknown>;
	private readonly constants = new Map<string, unknown>();
	private item: { index: number; json: unknown } | undefined;

	/** @param jsonOfItem what n8n has as `$json` for an item; undefined where it cannot say */
	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly jsonOfItem: (itemIndex: number) => unknown,
	) {
		this.stored = functions.getNode().parameters;
	}

	/** @throws as n8n does, also where there is neither a value nor a fallback */
	getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown {
		if (this.constants.has(name)) return this.constants.get(name);
		const stored = this.stored[name];
		const field = this.fieldOfItem(stored, itemIndex);
		if (field !== undefined) return field;
		const value = this.functions.getNodeParameter(name, itemIndex, fallback) as unknown;
		if (!hasExpression(stored)) this.constants.set(name, value);
		return value;
	}

	/** Any text: n8n takes what an import or its API gives. */
	getTimezone(): string {
		return this.functions.getTimezone();
	}

	/** The text or number that an expression names; undefined for anything else, which n8n evaluates. */
	private fieldOfItem(stored: unknown, itemIndex: number): string | number | undefined {
		const name = typeof stored === 'string' ? FIELD_OF_ITEM.exec(stored)?.[1] : undefined;
		if (name === undefined) return undefined;
		const json = this.jsonOf(itemIndex);
		const value = isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
		return typeof value === 'string' || typeof value === 'number' ? value : undefined;
	}

	private jsonOf(index: number): unknown {
		if (this.item?.index !== index) this.item = { index, json: this.jsonOfItem(index) };
		return this.item.json;
	}
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	const inner = isObject(value) || Array.isArray(value) ? Object.values(value) : [];
	return inner.some(hasExpression);
}
