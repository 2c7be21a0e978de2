import { failure } from '../errors/panelFailure';
import { PollFailure } from './PollFailure';

/** Ends a test in the editor of an event about orders, where there is none yet. */
export function noOrdersYet(): PollFailure {
	return nothingToShow(
		'There are no orders to show yet',
		'The account has no orders of this type. Test again when there is one, or publish the workflow: the trigger waits for the first one.',
	);
}

/** The same for placements that will end. */
export function noPlacementsYet(): PollFailure {
	return nothingToShow(
		'There are no placements to show yet',
		'The account has no backlinks with an end in the future. Test again when there is one, or publish the workflow: the trigger waits for it.',
	);
}

function nothingToShow(detail: string, advice: string): PollFailure {
	return new PollFailure(failure('orderNotFound', { spendsCredits: false, detail, advice }));
}
