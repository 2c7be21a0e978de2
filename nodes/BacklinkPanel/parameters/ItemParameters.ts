import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../api/dataObject';
import { checkedHtml, checkedText, checkedWebAddress, type FormField } from './checkValue';
import { FormParameters } from './FormParameters';

/** Reads a parameter of an item. */
export type ParameterReader = Pick<IExecuteFunctions, 'getNodeParameter'>;

const OPTIONS = { name: 'options', displayName: 'Options', default: {} };
const AS_TYPED = { rawExpressions: true };

/** The parameters of one item. */
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

	/** HTML with text in it, as it is. It may be about expressions. */
	html(field: FormField): string {
		return checkedHtml(field, this.value(field));
	}

	/** The absolute address of a page on the internet, as it was typed. */
	webAddress(field: FormField): string {
		return checkedWebAddress(field, this.text(field));
	}

	/** The ID in a resource locator, or what an expression gives in its place. */
	id(field: FormField): string {
		const given = this.value(field);
		return checkedText(field, isObject(given) && 'mode' in given ? given.value : given);
	}

	/** Those in the collection Options. n8n evaluates all of them at once. */
	options(): OptionParameters {
		const { functions, itemIndex } = this;
		const typed = functions.getNodeParameter('options', itemIndex, {}, AS_TYPED);
		const added = this.value(OPTIONS);
		return new OptionParameters(isObject(added) ? added : {}, isObject(typed) ? typed : {});
	}
}

/** The options of one item; one that was not added has its default. */
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

	/** True if it was added, whatever its value is. */
	has({ name }: FormField): boolean {
		return name in this.added;
	}
}
