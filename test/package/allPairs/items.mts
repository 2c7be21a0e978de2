import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { articleForm, backlinkForm } from '../../engine/forms.mts';
import { type Combination, isTool } from './factors.mts';

/** Names of the items. The request of an order contains the name of its item. */
export const NAMES = ['item-0/', 'item-1/', 'item-2/'] as const;

const BATCH_SIZE = 2;

export function namesOf({ sameItem }: Combination): string[] {
	return sameItem === 'twice' ? [...NAMES, NAMES[0]] : [...NAMES];
}

export function roundsOf<Item>(loop: Combination['loop'], items: Item[]): Item[][] {
	if (loop === 'sameItems') return [items, items];
	if (loop !== 'itemsInRounds') return [items];
	return items.flatMap((_, at) =>
		at % BATCH_SIZE === 0 ? [items.slice(at, at + BATCH_SIZE)] : [],
	);
}

/** Lists the names of the items whose orders the fault hits. */
export function namesHit({ faultHits }: Combination): string[] {
	if (faultHits === 'nothing') return [];
	if (faultHits === 'all') return [...NAMES];
	return faultHits === 'first' ? NAMES.slice(0, 1) : NAMES.slice(-1);
}

export function itemOf(name: string): IDataObject {
	return {
		name,
		url: `https://example.com/${name}`,
		anchor: 'anchor',
		months: 1,
		title: `${name} title`,
		html: '<p>Text</p>',
	};
}

/** @param isEdited true if the user has edited the fields before Retry */
export function formOf(combination: Combination, isEdited = false): INodeParameters {
	const { operation, expressions, idempotencyKey, parallelRequests, sendUnknownAgain } =
		combination;
	const field = (name: string) =>
		isTool(combination) ? `{{ $fromAI('${name}') }}` : `{{ $json.${name} }}`;
	const random = `${isEdited ? ' edited' : ''}${expressions === 'changing' ? ' {{ Math.random() }}' : ''}`;
	const fields =
		operation === 'create'
			? {
					...backlinkForm,
					targetUrl: `=${field('url')}`,
					anchorText: `=${field('anchor')}${random}`,
				}
			: { ...articleForm, title: `=${field('title')}${random}`, content: `=${field('html')}` };
	return {
		...fields,
		...(operation === 'create' && { months: 1 }),
		options: {
			parallelRequests: parallelRequests === 'one' ? 1 : 0,
			...(idempotencyKey === 'on' && { idempotencyKey: `=${field('name')}` }),
			...(sendUnknownAgain === 'on' && { resendUnknown: true }),
		},
	};
}
