import { isShownFor, operationChoices, properties } from '../../test/unit/description/form.mts';

/** An operation as the form shows it: its name, and the names of its fields in order. */
export interface StoredNames {
	resource: string;
	operation: string;
	shownAs: string;
	fields: string[];
}

/** File with the names of all operations, which stored workflows use: no name may be lost. */
export const storedNamesFile = 'test/unit/description/storedNames.json';

/** Lists the names of all operations in the node. */
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
 * Lists the names in the file that the node no longer has: stored workflows with such a name would fail.
 * Remove a name by hand before a first publication, or with a new version of the node.
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
