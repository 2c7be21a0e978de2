import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import {
	checkedChoice,
	checkedBoolean,
	checkedNumber,
	type FormField,
	InvalidParameter,
} from './checkValue';

/** Reads the trigger's parameters; their values may come from expressions. Throws `InvalidParameter`. */
export class TriggerParameters {
	constructor(private readonly functions: IPollFunctions) {}

	/** A number, at least the field's minimum where it has one; numbers as text count. */
	number(field: INodeProperties): number {
		return checkedNumber(field, this.value(field));
	}

	/** Text; empty where nothing was chosen. */
	text(field: FormField): string {
		const value = this.value(field) ?? '';
		if (typeof value !== 'string') throw new InvalidParameter(field, 'has to be text', value);
		return value;
	}

	/** True or false. */
	flag(field: FormField): boolean {
		return checkedBoolean(field, this.value(field));
	}

	/** One of the given values. */
	choice<Value extends string>(field: FormField, values: readonly Value[]): Value {
		return checkedChoice(field, this.value(field), values);
	}

	/** Several texts, or none. */
	texts(field: FormField): string[] {
		const value = this.value(field) ?? [];
		if (!Array.isArray(value)) throw new InvalidParameter(field, 'has to be a list', value);
		return value.map(String);
	}

	private value(field: FormField): unknown {
		try {
			return this.functions.getNodeParameter(field.name, null);
		} catch (error) {
			throw notEvaluated(field, error);
		}
	}
}

function notEvaluated(field: FormField, error: unknown): InvalidParameter {
	const said = error instanceof Error ? error.message : String(error);
	return new InvalidParameter(field, `could not be evaluated: ${said}`);
}
