/** Ends a test in the editor for which there is no data yet. */
export class NothingToShow extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

export function noOrdersYet(): NothingToShow {
	return new NothingToShow(
		'There are no orders to show yet',
		'The account has no orders of this type. Test again when there is one, or activate the workflow: the trigger waits for the first one.',
	);
}

export function noPlacementsYet(): NothingToShow {
	return new NothingToShow(
		'There are no placements to show yet',
		'The account has no backlinks with an end in the future. Test again when there is one, or activate the workflow: the trigger waits for it.',
	);
}
