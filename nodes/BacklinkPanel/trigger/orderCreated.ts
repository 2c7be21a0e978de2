import type { INodeProperties } from 'n8n-workflow';

import { orderIdField } from './fieldChoices';
import { identifyOrders, type IdFields } from './orderIdentity';
import { chosenTypes, watchedTypes } from './orderTypes';
import { rememberOrders } from './rememberedOrders';
import { noOrdersYet } from './NothingToShow';
import type { Look, TriggerEvent } from './TriggerEvent';

const emitExisting: INodeProperties = {
	displayName: 'Emit Existing Orders on First Run',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether the first poll starts the workflow with the orders that exist already. Otherwise it only takes note of them.',
};

type OrderCreatedState = {
	idFields: IdFields;
	/** The keys of the orders that were seen. */
	orders: string[];
};

/** An order that was not in the list before. */
export const orderCreated: TriggerEvent = {
	value: 'orderCreated',
	name: 'Order Created',
	description: 'When an order appears in the list, one item for each',
	fields: [watchedTypes, emitExisting, orderIdField],
	look: async (look, state) => {
		// Written below: a state is only handed back to its own event.
		const known = state as OrderCreatedState | undefined;
		const isEmittingAll = !known && look.parameters.flag(emitExisting);
		const { byKey, idFields } = await readOrders(look, known?.idFields ?? {});
		const seen = new Map((known?.orders ?? []).map((key) => [key, true]));
		const isNews = (key: string) => (known ? !seen.has(key) : isEmittingAll);

		const listed = new Map([...byKey.keys()].map((key) => [key, true]));
		const next: OrderCreatedState = {
			idFields,
			orders: [...rememberOrders(seen, listed).keys()],
		};
		const items = [...byKey].filter(([key]) => isNews(key)).map(([, order]) => order);
		return { items, state: next };
	},
	sample: async (look) => {
		const { byKey } = await readOrders(look, {});
		const [order] = byKey.values();
		if (!order) throw noOrdersYet();
		return order;
	},
};

async function readOrders({ parameters, panel }: Look, idFields: IdFields) {
	const types = chosenTypes(parameters);
	const chosen = parameters.text(orderIdField);
	return identifyOrders(await panel.orders(), types, chosen, idFields);
}
