import type { IDataObject, IExecuteFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../api/dataObject';
import { parseDecimal, trimInvisible } from '../api/typedText';
import { messageOf } from '../errors/serverText';
import {
	checkedHtml,
	checkedText,
	checkedWebAddress,
	type FormField,
	InvalidParameter,
} from './checkValue';

/** Reads the fields of a form, evaluated by n8n, and checks them. Each method may throw `InvalidParameter`. */
export class FormParameters {
	/** @param typed reads a field as the user typed it, without evaluating expressions */
	constructor(
		private readonly evaluate: (field: FormField) => unknown,
		private readonly typed: (field: FormField) => unknown = () => undefined,
	) {}

	/** Reads a number within the bounds of the form, whole if the form says so. Text must be digits. */
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

	/** Reads true or false, also from text: AI agents and spreadsheets give text. */
	flag(field: FormField): boolean {
		const value = this.value(field);
		const word = trimInvisible(String(value)).toLowerCase();
		if (word === 'true' || word === 'false') return word === 'true';
		throw new InvalidParameter(field, 'has to be true or false', value);
	}

	choice<Value extends string>(field: FormField, values: readonly Value[]): Value {
		const value = this.value(field);
		const chosen = values.find((choice) => choice === value);
		if (chosen !== undefined) return chosen;
		throw new InvalidParameter(field, `has to be one of ${values.join(', ')}`, value);
	}

	/** Reads text, and refuses an empty or meaningless one such as “undefined”. A number becomes text. */
	text(field: FormField): string {
		const typed = this.typed(field);
		// Looks for “{{ $” in the text as typed: evaluated text may contain it, e.g. the title of a tutorial.
		if (typeof typed === 'string' && /^(?!=).*\{\{\s*\$/s.test(typed)) {
			const requirement = 'contains an expression: switch the field from Fixed to Expression';
			throw new InvalidParameter(field, requirement);
		}
		return checkedText(field, this.value(field));
	}

	protected value(field: FormField): unknown {
		let told: string;
		try {
			return this.evaluate(field);
		} catch (error) {
			told = messageOf(error);
		}
		throw new InvalidParameter(field, `could not be evaluated: ${told}`);
	}
}

export class TriggerParameters extends FormParameters {
	constructor(functions: IPollFunctions) {
		super((field) => functions.getNodeParameter(field.name, null));
	}

	/** Reads a choice from a menu, unchanged; empty if the user chose nothing. */
	override text(field: FormField): string {
		return String(this.value(field) ?? '');
	}

	texts(field: FormField): string[] {
		const value = this.value(field) ?? [];
		if (!Array.isArray(value)) throw new InvalidParameter(field, 'has to be a list', value);
		return value.map(String);
	}
}

/** n8n's function that reads one parameter of an item. */
export type ParameterReader = Pick<IExecuteFunctions, 'getNodeParameter'>;

const OPTIONS = { name: 'options', displayName: 'Options', default: {} };
const AS_TYPED = { rawExpressions: true };

export class ItemParameters extends FormParameters {
	constructor(
		private readonly functions: ParameterReader,
		private readonly itemIndex: number,
	) {
		super(
			(field) => functions.getNodeParameter(field.name, itemIndex, field.default),
			({ name }) => functions.getNodeParameter(name, itemIndex, '', AS_TYPED),
		);
	}

	/** Reads HTML, and refuses HTML without words. Accepts {{ }}, because an article may explain expressions. */
	html(field: FormField): string {
		return checkedHtml(field, this.value(field));
	}

	/** Reads the absolute address of a page on the internet. */
	webAddress(field: FormField): string {
		return checkedWebAddress(field, this.text(field));
	}

	/** Reads the ID from a field where the user chooses from a list, types an ID or writes an expression. */
	id(field: FormField): string {
		const given = this.value(field);
		return checkedText(field, isObject(given) && 'mode' in given ? given.value : given);
	}

	/** Reads all Options of an item at once: a faulty expression in one option fails the item. */
	options(): OptionParameters {
		const { functions, itemIndex } = this;
		const typed = functions.getNodeParameter('options', itemIndex, {}, AS_TYPED);
		const added = this.value(OPTIONS);
		return new OptionParameters(isObject(added) ? added : {}, isObject(typed) ? typed : {});
	}
}

/** Reads the options of an item. An option that was not added has its default. */
class OptionParameters extends FormParameters {
	constructor(
		private readonly added: IDataObject,
		typed: IDataObject,
	) {
		super(
			({ name, default: untouched }) => (name in added ? added[name] : untouched),
			({ name }) => typed[name],
		);
	}

	/** True if the option was added, with any value. */
	has({ name }: FormField): boolean {
		return name in this.added;
	}
}
