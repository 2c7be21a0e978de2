import { call } from './controlApi.js';
import { element, textOf } from './elements.js';

/** Form fields of each kind of order, by the service's names. */
const fieldsOf = {
	backlink: {
		hedefUrl: { label: 'Target URL', type: 'url' },
		anchor: { label: 'Anchor text', type: 'text' },
		durum: { label: 'Status', type: 'text', choices: ['aktif', 'beklemede', 'bitti', 'iptal'] },
		bitis: { label: 'End date', type: 'date' },
	},
	article: {
		baslik: { label: 'Title', type: 'text' },
		durum: { label: 'Status', type: 'text', choices: ['yayinda', 'beklemede', 'basarisiz'] },
	},
};

const names = { backlink: 'backlink placement', article: 'sponsored article' };

/**
 * Asks for the fields of an order, then adds or changes it without a charge. Sends only changed fields.
 * @param order null for a new order
 */
export function openOrderForm(type, order, change) {
	const dialog = document.getElementById('orderForm');
	const inputs = Object.entries(fieldsOf[type]).map(([name, field]) => inputOf(name, field, order));
	const title = order === null ? `Add a ${names[type]}` : `Change ${textOf(order.id)}`;
	const cancel = element('button', { type: 'button' }, 'Cancel');
	cancel.addEventListener('click', () => dialog.close());
	const form = element(
		'form',
		{ method: 'dialog' },
		element('h2', { id: 'orderFormTitle' }, title),
		...inputs.map(({ label }) => label),
		element(
			'div',
			{ class: 'buttons' },
			cancel,
			element('button', { class: 'main' }, order === null ? 'Add' : 'Save'),
		),
	);
	form.addEventListener('submit', () => {
		const changed = inputs.filter(({ input }) => input.value !== input.defaultValue);
		const fields = Object.fromEntries(changed.map(({ input }) => [input.name, valueOf(input)]));
		change(() =>
			order === null
				? call('POST', '/orders', { type, count: 1, ...fields })
				: call('PATCH', `/orders/${encodeURIComponent(order.id)}`, fields),
		);
	});
	dialog.replaceChildren(form);
	dialog.showModal();
	// Users mostly change the status.
	if (order !== null) form.elements.durum.select();
}

function inputOf(name, { label, type, choices }, order) {
	const known = order?.[name];
	const value = type === 'date' ? dateOf(known) : textOf(known);
	if (choices === undefined) {
		const input = element('input', { name, type, value });
		return { input, label: element('label', {}, label, input) };
	}
	const list = `choices-${name}`;
	const input = element('input', { name, type, value, list });
	const options = choices.map((choice) => element('option', { value: choice }));
	const datalist = element('datalist', { id: list }, ...options);
	return { input, label: element('label', {}, label, input, datalist) };
}

/** Formats a date for a date input, in local time; empty if the value is no date. */
function dateOf(value) {
	const date = new Date(textOf(value));
	if (Number.isNaN(date.getTime())) return '';
	const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
	return local.toISOString().slice(0, 10);
}

/** Reads a date input: a day means its last second in local time; an empty field means null. */
function valueOf({ type, value }) {
	if (value === '') return null;
	return type === 'date' ? new Date(`${value}T23:59:59`).toISOString() : value;
}
