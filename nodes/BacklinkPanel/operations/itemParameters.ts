import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isObject } from '../api/dataObject';
import { parsedUrl } from '../api/parsedUrl';
import { type Field, InvalidParameter } from '../errors/InvalidParameter';
import { checkedChoice, checkedFlag, checkedNumber } from '../errors/parameterChecks';

/**
 * Reads the parameters of one item. Values come from expressions as often as from the form, so each
 * reader takes what plainly means the wanted thing and refuses the rest by the field's shown name.
 */
export class ItemParameters {
	private options: IDataObject | undefined;

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly itemIndex: number,
	) {}

	/** Text with something in it; numbers count as their digits. */
	text(field: Field): string {
		return checkedText(field, this.value(field));
	}

	/** An absolute http or https address, passed on as it was typed. */
	webAddress(field: Field): string {
		const address = this.text(field);
		const isAbsolute = /^https?:\/\/[^\s/?#]/i.test(address) && parsedUrl(address) !== undefined;
		if (!isAbsolute || /\s/.test(address)) {
			throw new InvalidParameter(
				field,
				'has to be an absolute http or https address, e.g. https://example.com/page',
				address,
			);
		}
		return address;
	}

	/** A whole number of at least 1; digits as text count. */
	positiveInteger(field: Field): number {
		const value = this.value(field);
		const isDigits = typeof value === 'string' && /^\s*\d+\s*$/.test(value);
		const number = isFiniteNumber(value) || isDigits ? Number(value) : Number.NaN;
		if (!Number.isSafeInteger(number) || number < 1) {
			throw new InvalidParameter(field, 'has to be a whole number of at least 1', value);
		}
		return number;
	}

	/** True or false; the words as text count, since AI agents and spreadsheets give them so. */
	flag(field: Field): boolean {
		return checkedFlag(field, this.value(field));
	}

	/** One of the given values. */
	choice<Value extends string>(field: Field, values: readonly Value[]): Value {
		return checkedChoice(field, this.value(field), values);
	}

	/** A number from the collection Options; its default and minimum are those of the form. */
	numberOption(option: INodeProperties): number {
		const given = this.option(option);
		const isBlank = given === undefined || given === null || given === '';
		return checkedNumber(option, isBlank ? option.default : given);
	}

	/** A limit from the collection Options; undefined where it was not added. */
	limitOption(option: INodeProperties): number | undefined {
		const given = this.option(option);
		return given === undefined ? undefined : checkedNumber(option, given);
	}

	/** A switch from the collection Options, off where it was not added. */
	flagOption(option: INodeProperties): boolean {
		const given = this.option(option);
		return given === undefined ? false : checkedFlag(option, given);
	}

	/** Text from the collection Options; undefined where it was not added, never blank. */
	textOption(option: INodeProperties): string | undefined {
		const given = this.option(option);
		return given === undefined ? undefined : checkedText(option, given);
	}

	private value(field: Field): unknown {
		return this.functions.getNodeParameter(field.name, this.itemIndex, undefined);
	}

	/** Undefined where the option was not added; null where it was, but its expression yields nothing. */
	private option({ name }: INodeProperties): unknown {
		// Once an item: n8n evaluates the whole collection each time.
		this.options ??= this.readOptions();
		return name in this.options ? (this.options[name] ?? null) : undefined;
	}

	private readOptions(): IDataObject {
		const options: unknown = this.functions.getNodeParameter('options', this.itemIndex, {});
		return isObject(options) ? options : {};
	}
}

function checkedText(field: Field, given: unknown): string {
	const value = given ?? '';
	if (typeof value !== 'string' && !isFiniteNumber(value)) {
		throw new InvalidParameter(field, 'has to be text', value);
	}
	const text = String(value).trim();
	if (text === '') throw new InvalidParameter(field, 'is empty');
	return text;
}

function isFiniteNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}
