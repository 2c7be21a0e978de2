import { call } from './controlApi.js';
import { button, element } from './elements.js';

const faultGroups = JSON.parse(document.getElementById('faultGroups').textContent);

/** Faults that the user can switch on, in groups. */
export function faultSwitches(active, change) {
	return faultGroups.map(({ title, faults }) =>
		element(
			'div',
			{ role: 'group', 'aria-label': title },
			element('h3', {}, title),
			element(
				'div',
				{ class: 'switches' },
				...faults.map((each) => faultSwitch(each, active, change)),
			),
		),
	);
}

function faultSwitch({ fault, explanation }, active, change) {
	const found = active.find(({ name }) => name === fault.name);
	const struck = found ? ` Requests struck: ${found.struck}.` : '';
	const flip = () =>
		found ? call('DELETE', `/faults/${found.id}`) : call('POST', '/faults', fault);
	return switchOf(found !== undefined, '', fault.name, explanation + struck, () => change(flip));
}

/** Sites of the network, each with a switch for publishing. */
export function siteSwitches(sites, change) {
	return sites.map((site) => {
		const flipped = sites.map((each) =>
			each === site ? { ...each, publishes: !each.publishes } : each,
		);
		const explanation = site.publishes ? 'Publishes' : 'Refuses everything';
		return switchOf(site.publishes, 'fine', site.name, explanation, () =>
			change(() => call('PATCH', '/settings', { sites: flipped })),
		);
	});
}

function switchOf(isOn, kind, label, explanation, flip) {
	return button(
		{ role: 'switch', class: `switch ${kind}`, 'aria-checked': String(isOn) },
		flip,
		element('i', {}),
		element('span', {}, label, element('small', {}, explanation)),
	);
}
