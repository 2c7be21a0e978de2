import { button, element, textOf } from './elements.js';
import { openOrderForm } from './orderForm.js';

const code = (value) => element('code', {}, textOf(value));
const timeOf = (at) => new Date(at).toLocaleTimeString();

function dayOf(text) {
	const date = new Date(textOf(text));
	return text === null || Number.isNaN(date.getTime()) ? text : date.toLocaleDateString();
}

function statusOf({ status, outcome }) {
	if (outcome !== 'answered') {
		const words = { inProgress: 'in progress', clientLeft: 'client left' };
		const grade = outcome === 'inProgress' ? '' : 'bad';
		return element('span', { class: grade }, words[outcome] ?? outcome);
	}
	const grade = status < 300 ? 'good' : status === 429 ? 'warn' : 'bad';
	return element('span', { class: grade }, status);
}

const changeOf = (type) => (order, change) =>
	button(
		{ class: 'small', 'aria-label': `Change ${textOf(order.id)}` },
		() => openOrderForm(type, order, change),
		'Change',
	);

/** Columns of each table: headings, and the content of a cell. */
const tables = {
	requests: [
		['No.', (entry) => entry.number],
		['Time', (entry) => timeOf(entry.at)],
		['Request', (entry) => code(`${entry.method} ${entry.path}`)],
		['Status', statusOf],
		['Credits', (entry) => entry.credits || ''],
		['Fault', (entry) => entry.fault],
	],
	placements: [
		['Order', (order) => code(order.id)],
		['Target', (order) => order.hedefUrl],
		['Anchor', (order) => order.anchor],
		['Site', (order) => order.site],
		['Status', (order) => order.durum],
		['Until', (order) => dayOf(order.bitis)],
		['', changeOf('backlink')],
	],
	articles: [
		['Order', (order) => code(order.id)],
		['Title', (order) => order.baslik],
		['Status', (order) => order.durum],
		['Sites', (order) => `${textOf(order.basariliSayisi)} of ${textOf(order.siteSayisi)}`],
		['Credits', (order) => order.harcananKredi],
		['Ordered', (order) => dayOf(order.olusturulma)],
		['', changeOf('article')],
	],
	messages: [
		['Time', (message) => timeOf(message.at)],
		['Message', (message) => message.text],
	],
};

/** Names of the tables: ids in the page, and lists in the books. */
export const tableNames = Object.keys(tables);

/** Makes a table of the latest entries; `change` runs the action of a button. */
export function tableOf(name, entries, change) {
	if (entries.length === 0) return element('p', {}, 'None yet.');
	const columns = tables[name];
	const head = columns.map(([label]) => element('th', { scope: 'col' }, label));
	const rows = entries.map((entry) =>
		element(
			'tr',
			{},
			...columns.map(([label, cell]) =>
				element('td', { 'data-label': label }, cell(entry, change)),
			),
		),
	);
	return element(
		'table',
		{},
		element('thead', {}, element('tr', {}, ...head)),
		element('tbody', {}, ...rows),
	);
}
