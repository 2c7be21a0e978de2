import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject } from '../api/dataObject';
import { parseUrl } from '../api/webAddress';
import { isBlank } from '../api/visibleText';
import {
	checkedChoice,
	checkedBoolean,
	checkedHtml,
	checkedNumber,
	checkedText,
	type FormField,
	InvalidParameter,
	refuseBrokenAddress,
	leftByExpression,
} from './checkValue';
import type { ParameterReader } from './BatchParameters';

/**
 * White space and invisible characters that no address has in it. Joiners and marks are part of some words
 * and emoji; but a letter has no variant that a mark could choose.
 */
const BREAKS_ADDRESS =
	/(?![\u200c\u200d\p{M}\u{e0020}-\u{e007f}])[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]|[!-~][\ufe00-\ufe0f](?!\u20e3)/u;
/** Another address behind a separator; in a query it may be meant. */
const SEVERAL_ADDRESSES = /^[^?#]*[,;|]https?:\/\//i;
/** A scheme that was written twice, a part left empty, or what no host has in its name. */
const NO_HOST = /^https?$|^\.|\.\.|[^\w.:[\]-]/;

/**
 * What a broken expression leaves in a text. An address may be about `undefined-behaviour`, a random ID may
 * have `NaN` in it, and `null` is part of many words.
 */
const NOTHING_IN_KEY =
	/undefined(?!-?\p{L})|(?<![\p{L}\d])(?:NaN|Invalid Date(?:Time)?)(?![\p{L}\d])/u;

/**
 * Reads the parameters of one item. Values come from expressions as often as from the form, so each
 * reader takes what plainly means the wanted thing and refuses the rest by the field's shown name.
 */
export class ItemParameters {
	private options: IDataObject | undefined;

	constructor(
		private readonly parameters: ParameterReader,
		private readonly itemIndex: number,
	) {}

	/** Text with something in it, without invisible ends; numbers count as their digits. */
	text(field: FormField): string {
		return checkedText(field, this.value(field));
	}

	/** HTML that shows something, passed on as it is. */
	html(field: FormField): string {
		return checkedHtml(field, this.value(field));
	}

	/** An absolute http or https address, passed on as it was typed. */
	webAddress(field: FormField): string {
		const address = this.text(field);
		const url = /^https?:\/\/[^\s/?#]/i.test(address) ? parseUrl(address) : undefined;
		const isBroken = BREAKS_ADDRESS.test(address) || SEVERAL_ADDRESSES.test(address);
		if (!url || isBroken || NO_HOST.test(url.hostname)) {
			throw new InvalidParameter(
				field,
				'has to be an absolute http or https address, e.g. https://example.com/page',
				address,
			);
		}
		refuseBrokenAddress(field, url);
		return address;
	}

	/** A number within the bounds of the form; digits as text count. */
	number(field: INodeProperties): number {
		return checkedNumber(field, this.value(field));
	}

	/** True or false; the words as text count, since AI agents and spreadsheets give them so. */
	flag(field: FormField): boolean {
		return checkedBoolean(field, this.value(field));
	}

	/** The ID in a resource locator, or what an expression gives in its place; a number counts as its digits. */
	id(field: FormField): string {
		const given = this.value(field);
		const id = isObject(given) && 'mode' in given ? given.value : given;
		if (typeof id === 'number' && !Number.isSafeInteger(id)) refuseLostDigits(field, id);
		return checkedText(field, id);
	}

	/** The workflow's time zone, for dates without one; any text. */
	get timezone(): string {
		return this.parameters.getTimezone();
	}

	/** One of the given values. */
	choice<Value extends string>(field: FormField, values: readonly Value[]): Value {
		return checkedChoice(field, this.value(field), values);
	}

	/** A number from the collection Options; its default and bounds are those of the form. */
	numberOption(option: INodeProperties): number {
		const given = this.option(option);
		const isEmpty = typeof given === 'string' && isBlank(given);
		return checkedNumber(option, isEmpty ? option.default : (given ?? option.default));
	}

	/** A limit from the collection Options; undefined where it was not added. */
	limitOption(option: INodeProperties): number | undefined {
		const given = this.option(option);
		return given === undefined ? undefined : checkedNumber(option, given);
	}

	/** A switch from the collection Options, off where it was not added. */
	flagOption(option: INodeProperties): boolean {
		const given = this.option(option);
		return given === undefined ? false : checkedBoolean(option, given);
	}

	/**
	 * A key from the collection Options, which tells one thing from all others; undefined where it was not
	 * added. What has lost its value would be the same for different things.
	 */
	keyOption(option: INodeProperties): string | undefined {
		const given = this.option(option);
		if (given === undefined) return undefined;
		if (typeof given === 'number' && Math.abs(given) > Number.MAX_SAFE_INTEGER) {
			refuseLostDigits(option, given);
		}
		const key = checkedText(option, given);
		const nothing = NOTHING_IN_KEY.exec(key)?.[0];
		if (nothing !== undefined) throw leftByExpression(option, nothing);
		return key;
	}

	private value(field: FormField): unknown {
		return this.parameters.getNodeParameter(field.name, this.itemIndex);
	}

	/** Undefined where the option was not added; null where it was, but its expression yields nothing. */
	private option({ name }: INodeProperties): unknown {
		// Once an item: n8n evaluates the whole collection each time.
		this.options ??= this.readOptions();
		return name in this.options ? (this.options[name] ?? null) : undefined;
	}

	private readOptions(): IDataObject {
		const options = this.parameters.getNodeParameter('options', this.itemIndex, {});
		return isObject(options) ? options : {};
	}
}

/** A number that JavaScript cannot tell from the ones beside it. */
function refuseLostDigits(field: FormField, value: number): never {
	throw new InvalidParameter(
		field,
		'has to be text, or a whole number up to 9007199254740991, since larger ones lose digits',
		value,
	);
}
