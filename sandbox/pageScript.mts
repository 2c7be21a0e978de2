import { typicalFaults } from './typicalFaults.mts';

/** Rows of each table; the figures above count everything. */
const rows = 20;

/** JSON that may stand in a script element. */
function scriptJson(value: unknown): string {
	return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * The script of the page: polls the books and draws them.
 * Values become text nodes only, so nothing in them can become markup.
 */
export const pageScript = `
'use strict';
const typicalFaults = ${scriptJson(typicalFaults)};
const byId = (id) => document.getElementById(id);

function element(name, attributes, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	made.append(...children.map((child) => (child instanceof Node ? child : textOf(child))));
	return made;
}

function textOf(value) {
	if (value === null || value === undefined) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function call(method, path, body) {
	const sent = body === undefined ? {} : {
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	};
	const answer = await fetch('/__sandbox' + path, { method, ...sent });
	if (!answer.ok) throw new Error(method + ' ' + path + ': ' + answer.status);
	return answer.json();
}

function change(action) {
	return () => action().then(refresh, showTrouble);
}

function switchOf(isOn, kind, label, explanation, action) {
	const made = element(
		'button',
		{ type: 'button', role: 'switch', class: 'switch ' + kind, 'aria-checked': String(isOn) },
		element('i', {}),
		element('span', {}, label, element('small', {}, explanation)),
	);
	made.addEventListener('click', change(action));
	return made;
}

function faultSwitches(faults) {
	return typicalFaults.map(({ fault, explanation }) => {
		const active = faults.find(({ name }) => name === fault.name);
		const struck = active ? ' Requests struck: ' + active.struck + '.' : '';
		return switchOf(Boolean(active), '', fault.name, explanation + struck, () =>
			active ? call('DELETE', '/faults/' + active.id) : call('POST', '/faults', fault),
		);
	});
}

function siteSwitches(sites) {
	return sites.map((site, index) => {
		const explanation = site.publishes ? 'Publishes' : 'Refuses everything';
		return switchOf(site.publishes, 'fine', site.name, explanation, () =>
			call('PATCH', '/settings', {
				sites: sites.map((each, at) =>
					at === index ? { ...each, publishes: !each.publishes } : each,
				),
			}),
		);
	});
}

function statusCell({ status, outcome }) {
	const words = { inProgress: 'in progress', clientLeft: 'client left' };
	const shown = outcome === 'answered' ? status : words[outcome] ?? outcome;
	const grade = outcome === 'inProgress' ? '' : outcome === 'answered' && status < 300
		? 'good' : status === 429 ? 'warn' : 'bad';
	return element('span', { class: grade }, shown);
}

const timeOf = (at) => new Date(at).toLocaleTimeString();
const dayOf = (text) => {
	const date = new Date(textOf(text));
	return Number.isNaN(date.getTime()) ? text : date.toLocaleDateString();
};

const tables = {
	requests: [
		['No.', (entry) => entry.number],
		['Time', (entry) => timeOf(entry.at)],
		['Request', (entry) => element('code', {}, entry.method + ' ' + entry.path)],
		['Status', statusCell],
		['Credits', (entry) => entry.credits || ''],
		['Fault', (entry) => entry.fault],
	],
	placements: [
		['Order', (order) => element('code', {}, textOf(order.id))],
		['Target', (order) => order.hedefUrl],
		['Anchor', (order) => order.anchor],
		['Site', (order) => order.site],
		['Status', (order) => order.durum],
		['Until', (order) => dayOf(order.bitis)],
	],
	articles: [
		['Order', (order) => element('code', {}, textOf(order.id))],
		['Title', (order) => order.baslik],
		['Status', (order) => order.durum],
		['Sites', (order) => textOf(order.basariliSayisi) + ' of ' + textOf(order.siteSayisi)],
		['Credits', (order) => order.harcananKredi],
		['Ordered', (order) => dayOf(order.olusturulma)],
	],
};

function table(columns, entries) {
	const head = element('tr', {}, ...columns.map(([label]) => element('th', { scope: 'col' }, label)));
	const body = entries.map((entry) =>
		element('tr', {}, ...columns.map(([label, cell]) =>
			element('td', { 'data-label': label }, cell(entry)))));
	return element('table', {}, element('thead', {}, head), element('tbody', {}, ...body));
}

const drawn = new Map();
function draw(id, value, make) {
	const text = JSON.stringify(value);
	if (drawn.get(id) === text) return;
	drawn.set(id, text);
	const box = byId(id);
	const focused = [...box.children].indexOf(document.activeElement);
	box.replaceChildren(...make(value));
	// A switch that was drawn anew keeps the keyboard.
	if (focused >= 0) box.children[focused]?.focus();
}

function windowText({ window: kind, limit, windowMs }) {
	return kind === 'unlimited' ? 'No rate limit' : limit + ' requests in ' + windowMs / 1000 + ' s, window: ' + kind;
}

let settings = null;

async function refresh() {
	const [books, faults] = await Promise.all([call('GET', '/books?newest=${rows}'), call('GET', '/faults')]);
	settings = books.settings;
	draw('balance', books.balance, (balance) => [textOf(balance)]);
	draw('charged', books.totals.credits, (credits) => [textOf(credits)]);
	draw('requestCount', books.totals.requests, (count) => [textOf(count)]);
	draw('orderCount', books.totals.placements + books.totals.articles, (count) => [textOf(count)]);
	draw('rateLimit', settings.rateLimit, (limit) => [windowText(limit)]);
	draw('faults', faults, faultSwitches);
	draw('sites', settings.sites, siteSwitches);
	books.requests.reverse();
	for (const [id, columns] of Object.entries(tables)) {
		draw(id, books[id], (entries) => entries.length === 0
			? [element('p', {}, 'None yet.')] : [table(columns, entries)]);
	}
	byId('connection').textContent = '';
}

function showTrouble() {
	byId('connection').textContent = 'The sandbox does not answer.';
}

byId('baseUrl').textContent = location.origin;
byId('feed').textContent = location.origin + '/feed.xml';
byId('reset').addEventListener('click', change(() => {
	const { balance, sites, rateLimit } = settings ?? {};
	return call('POST', '/reset', { balance, sites, rateLimit });
}));
byId('balanceForm').addEventListener('submit', (event) => {
	event.preventDefault();
	const balance = byId('newBalance').valueAsNumber;
	if (Number.isFinite(balance)) change(() => call('PATCH', '/settings', { balance }))();
});

async function poll() {
	if (!document.hidden) await refresh().catch(showTrouble);
	setTimeout(poll, 1000);
}
poll();
`;
