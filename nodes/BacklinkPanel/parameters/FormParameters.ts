import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { parseDecimal, trimInvisible } from '../api/typedText';
import { checkedText, type FormField, InvalidParameter } from './checkValue';

/** The fields of a form, evaluated by n8n and checked. Each method throws `InvalidParameter`. */
export class FormParameters {
	/** @param typed gives the value of a field as it was typed, with its expressions */
	constructor(
		private readonly evaluate: (field: FormField) => unknown,
		private readonly typed: (field: FormField) => unknown = () => undefined,
	) {}

	/** A number within the bounds of the form, whole if the form says so; as text, digits alone. */
	number(field: INodeProperties): number {
		const { minValue = 0, maxValue = Infinity, numberPrecision } = field.typeOptions ?? {};
		const value = this.value(field);
		const number = parseDecimal(value) ?? Number.NaN;
		const isWhole = numberPrecision === 0;
		const isInBounds = number >= minValue && number <= maxValue;
		if (isInBounds && (!isWhole || Number.isInteger(number))) return number;

		const digits = typeof value === 'string' ? ' in digits' : '';
		const [least, most] = [minValue, maxValue].map((bound) => bound.toLocaleString('en-US'));
		const kind = isWhole ? 'a whole number' : 'a number';
		throw new InvalidParameter(field, `has to be ${kind} from ${least} to ${most}${digits}`, value);
	}

	/** True or false; the words as text count, since AI agents and spreadsheets give them so. */
	flag(field: FormField): boolean {
		const value = this.value(field);
		const word = trimInvisible(String(value)).toLowerCase();
		if (word === 'true' || word === 'false') return word === 'true';
		throw new InvalidParameter(field, 'has to be true or false', value);
	}

	/** One of the given values. */
	choice<Value extends string>(field: FormField, values: readonly Value[]): Value {
		const value = this.value(field);
		const chosen = values.find((choice) => choice === value);
		if (chosen !== undefined) return chosen;
		throw new InvalidParameter(field, `has to be one of ${values.join(', ')}`, value);
	}

	/** Text that says something; a number counts as its digits. */
	text(field: FormField): string {
		const typed = this.typed(field);
		// The value of an expression may well be about expressions.
		if (typeof typed === 'string' && /^(?!=).*\{\{\s*\$/s.test(typed)) {
			const requirement = 'contains an expression: switch the field from Fixed to Expression';
			throw new InvalidParameter(field, requirement);
		}
		return checkedText(field, this.value(field));
	}

	protected value(field: FormField): unknown {
		try {
			return this.evaluate(field);
		} catch (error) {
			throw notEvaluated(field, error);
		}
	}
}

function notEvaluated(field: FormField, error: unknown): InvalidParameter {
	const told = error instanceof Error ? error.message : String(error);
	return new InvalidParameter(field, `could not be evaluated: ${told}`);
}

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
