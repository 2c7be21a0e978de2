import { isShownFor, operationChoices, properties } from '../../test/unit/description/form.mts';

/** An operation as the form shows it: its name, and the names of its fields, in this order. */
export interface StoredNames {
	resource: string;
	operation: string;
	shownAs: string;
	fields: string[];
}

/** The file with the names of all operations: workflows have them, so that none may be lost. */
export const storedNamesFile = 'test/unit/description/storedNames.json';

/** The names of all operations as the node has them. */
export function storedNames(): StoredNames[] {
	return operationChoices.map(({ resource, operation, choice }) => ({
		resource,
		operation,
		shownAs: choice.name,
		fields: properties
			.filter((property) => isShownFor(property, resource, operation))
			.map(({ name }) => name),
	}));
}

/**
 * The names that were kept and are gone: a workflow that has one would not run any more.
 * One that really has to go, before a first publication or with a new version of the node, is taken out of the
 * file by hand.
 */
export function lostNames(kept: StoredNames[], now: StoredNames[]): string[] {
	const all = (names: StoredNames[]) =>
		names.flatMap(({ resource, operation, fields }) => [
			`${resource} ${operation}`,
			...fields.map((field) => `${resource} ${operation} ${field}`),
		]);
	const still = all(now);
	return all(kept).filter((name) => !still.includes(name));
}
