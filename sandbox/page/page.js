import { call } from './controlApi.js';
import { draw, textOf } from './elements.js';
import { openOrderForm } from './orderForm.js';
import { faultSwitches, siteSwitches } from './switches.js';
import { tableNames, tableOf } from './tables.js';

/** Rows of each table; the totals count all entries. */
const ROWS = 20;
const REFRESH_EVERY_MS = 1000;

const byId = (id) => document.getElementById(id);
let settings = null;

/** Carries out an action of the user, and shows the result. */
function change(action) {
	action().then(refresh).catch(tell);
}

async function refresh() {
	const [books, faults] = await Promise.all([
		call('GET', `/books?newest=${ROWS}`),
		call('GET', '/faults'),
	]);
	if (settings === null) fillIn(books.balance, books.settings.rateLimit);
	settings = books.settings;
	const { credits, requests, placements, articles } = books.totals;
	draw('balance', books.balance, textOf);
	draw('charged', credits, textOf);
	draw('requestCount', requests, textOf);
	draw('orderCount', placements + articles, textOf);
	draw('rateLimit', settings.rateLimit, rateLimitText);
	draw('faults', faults, (active) => faultSwitches(active, change));
	draw('sites', settings.sites, (sites) => siteSwitches(sites, change));
	books.requests.reverse();
	books.messages.reverse();
	for (const name of tableNames) {
		draw(name, books[name], (entries) => tableOf(name, entries, change));
	}
	byId('connection').textContent = '';
}

/** Forms start with the settings in force; later refreshes leave the user's input alone. */
function fillIn(balance, { limit, window: kind }) {
	byId('balanceForm').elements.balance.value = balance;
	byId('rateLimitForm').elements.limit.value = limit;
	byId('rateLimitForm').elements.window.value = kind;
}

function rateLimitText({ window: kind, limit, windowMs }) {
	return kind === 'unlimited'
		? 'No rate limit'
		: `${limit} requests in ${windowMs / 1000} s, window: ${kind}`;
}

function tell(error) {
	byId('connection').textContent = error.message;
}

function onSubmit(id, settingsOf) {
	byId(id).addEventListener('submit', (event) => {
		event.preventDefault();
		const { elements } = event.target;
		change(() => call('PATCH', '/settings', settingsOf(elements)));
	});
}

onSubmit('balanceForm', ({ balance }) => ({ balance: balance.valueAsNumber }));
onSubmit('rateLimitForm', ({ limit, window: kind }) => ({
	rateLimit: { limit: limit.valueAsNumber, window: kind.value },
}));
byId('addBacklink').addEventListener('click', () => openOrderForm('backlink', null, change));
byId('addArticle').addEventListener('click', () => openOrderForm('article', null, change));
byId('reset').addEventListener('click', () => {
	const { balance, sites, rateLimit } = settings ?? {};
	change(() => call('POST', '/reset', { balance, sites, rateLimit }));
});
for (const [id, path] of [
	['baseUrl', ''],
	['feed', '/feed.xml'],
	['chat', '/chat'],
]) {
	byId(id).textContent = location.origin + path;
}

async function poll() {
	if (!document.hidden) await refresh().catch(tell);
	setTimeout(poll, REFRESH_EVERY_MS);
}
poll();
