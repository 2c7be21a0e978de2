import type { IPollFunctions } from 'n8n-workflow';

import { type FormField, InvalidParameter } from './checkValue';
import { FormParameters } from './FormParameters';

/** The trigger's parameters. */
export class TriggerParameters extends FormParameters {
	constructor(functions: IPollFunctions) {
		super((field) => functions.getNodeParameter(field.name, null));
	}

	/** Text; empty where nothing was chosen. */
	override text(field: FormField): string {
		return (this.value(field) ?? '') === '' ? '' : super.text(field);
	}

	/** Several texts, or none. */
	texts(field: FormField): string[] {
		const value = this.value(field) ?? [];
		if (!Array.isArray(value)) throw new InvalidParameter(field, 'has to be a list', value);
		return value.map(String);
	}
}
