import { createHash } from 'node:crypto';
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { oneLine } from '../errors/serverText';
import { unfitSetting } from './PollFailure';

/** A field by its name in the workflow and its name on the screen. */
type Field = Pick<INodeProperties, 'name' | 'displayName'>;

const NOTHING_SENT = 'Nothing was sent.';

/** Reads the trigger's parameters; their values may come from expressions. Throws `PollFailure`. */
export class TriggerParameters {
	constructor(private readonly functions: IPollFunctions) {}

	/** A number, at least the field's minimum where it has one; numbers as text count. */
	number(field: INodeProperties): number {
		const value = this.value(field);
		const isText = typeof value === 'string' && value.trim() !== '';
		const number = isText || typeof value === 'number' ? Number(value) : Number.NaN;
		const minimum = field.typeOptions?.minValue ?? Number.NEGATIVE_INFINITY;
		if (!Number.isFinite(number) || number < minimum) {
			const least = Number.isFinite(minimum) ? ` of at least ${minimum}` : '';
			throw this.invalid(field, `has to be a number${least}`, value);
		}
		return number;
	}

	/** Text; empty where nothing was chosen. */
	text(field: Field): string {
		const value = this.value(field) ?? '';
		if (typeof value !== 'string') throw this.invalid(field, 'has to be text', value);
		return value;
	}

	/** True or false. */
	flag(field: Field): boolean {
		const value = this.value(field);
		if (typeof value !== 'boolean') throw this.invalid(field, 'has to be true or false', value);
		return value;
	}

	/** One of the given values. */
	choice<Value extends string>(field: Field, values: readonly Value[]): Value {
		const value = this.value(field);
		const chosen = values.find((candidate) => candidate === value);
		if (chosen === undefined)
			throw this.invalid(field, `has to be one of ${values.join(', ')}`, value);
		return chosen;
	}

	/** Several texts, or none. */
	texts(field: Field): string[] {
		const value = this.value(field) ?? [];
		if (!Array.isArray(value)) throw this.invalid(field, 'has to be a list', value);
		return value.map(String);
	}

	/** A short text that changes when one of the fields does, or what is given beside them. */
	fingerprint(fields: Field[], more: unknown[]): string {
		const values = fields.map((field) => [field.name, this.value(field)]);
		return createHash('sha256')
			.update(JSON.stringify([values, more]))
			.digest('base64url')
			.slice(0, 16);
	}

	private value({ name }: Field): unknown {
		return this.functions.getNodeParameter(name, null);
	}

	private invalid({ displayName }: Field, requirement: string, value: unknown) {
		const got = oneLine(value).slice(0, 80);
		return unfitSetting(`“${displayName}” ${requirement}, not ${got}`, NOTHING_SENT);
	}
}
