import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { valueInRole } from '../api/orderFieldRoles';
import { ORDER_TYPES, type TypedOrder } from '../api/orderList';
import { sanitizeText } from '../errors/serverText';
import { openAccountReader } from './accountReader';
import { balanceChanged } from './balanceChanged';
import { balanceLow } from './balanceLow';
import { orderCreated } from './orderCreated';
import { orderStatusChanged } from './orderStatusChanged';
import { placementExpiring } from './placementExpiring';
import { asChosen, fieldChoices } from './orderFields';
import { invalidSetting, toPollError, type TriggerEvent } from './TriggerEvent';

/** All events of the trigger. The menu and the forms are made from this list. */
const triggerEvents: TriggerEvent[] = [
	balanceChanged,
	balanceLow,
	orderCreated,
	orderStatusChanged,
	placementExpiring,
];

/** Finds the event that a workflow names. @throws PollFailure if no event has this name */
export function findEvent(value: unknown): TriggerEvent {
	const event = triggerEvents.find((each) => each.value === value);
	if (event) return event;
	throw invalidSetting('This event is not supported', `Choose one in “Event”, not “${value}”.`);
}

/** Makes the trigger's properties: the event menu and each event's form. */
export function triggerProperties(): INodeProperties[] {
	const menu: INodeProperties = {
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: triggerEvents.map(({ name, value, description }) => ({ name, value, description })),
		default: 'orderCreated',
		description:
			'What starts the workflow. For a change, the first poll only takes the baseline and starts nothing.',
	};
	return [menu, ...triggerEvents.flatMap(form)];
}

function form({ value, fields, options }: TriggerEvent): INodeProperties[] {
	const collection: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
	const all = options ? [...fields, collection] : fields;
	return all.map((field) => ({ ...field, displayOptions: { show: { event: [value] } } }));
}

/** Methods that n8n calls to fill menus from the order list. Each menu names its method. */
export const loadOptions = {
	async getOrderFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const fields = fieldChoices(await readOrders(this));
		return [{ name: 'Detect Automatically', value: '' }, ...fields];
	},

	async getStatuses(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const chosen = String(this.getCurrentNodeParameter('options.statusField') ?? '');
		const orders = await readOrders(this);
		const statuses = orders.map(
			({ order }) => valueInRole('status', asChosen(order, 'status', chosen)) ?? '',
		);
		return [...new Set(statuses.map(String))]
			.filter((status) => status !== '')
			.map((status) => ({ name: sanitizeText(status), value: status }));
	},
};

/** Reads the orders of the watched types. */
async function readOrders(functions: ILoadOptionsFunctions): Promise<TypedOrder[]> {
	try {
		const event = functions.getCurrentNodeParameter('event');
		const isOfBacklinks = event === placementExpiring.value;
		const watched = isOfBacklinks ? 'backlink' : functions.getCurrentNodeParameter('orderType');
		const named = ORDER_TYPES.filter((type) => type === watched);
		const panel = await openAccountReader(functions);
		return (await panel.orders(named.length > 0 ? named : ORDER_TYPES)).orders;
	} catch (error) {
		throw toPollError(functions.getNode(), error);
	}
}
