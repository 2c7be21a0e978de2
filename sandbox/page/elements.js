/** Makes an element. Values become text nodes, so that they cannot become markup. */
export function element(name, attributes, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	made.append(...children.map((child) => (child instanceof Node ? child : textOf(child))));
	return made;
}

export function button(attributes, action, ...children) {
	const made = element('button', { type: 'button', ...attributes }, ...children);
	made.addEventListener('click', action);
	return made;
}

/** Shows any value of the service as text. */
export function textOf(value) {
	if (value === null || value === undefined) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const drawn = new Map();

/** Fills the element with this id, unless its value is unchanged. */
export function draw(id, value, make) {
	const text = JSON.stringify(value);
	if (drawn.get(id) === text) return;
	drawn.set(id, text);
	const box = document.getElementById(id);
	const buttons = () => [...box.querySelectorAll('button')];
	const focused = buttons().indexOf(document.activeElement);
	box.replaceChildren(...[make(value)].flat());
	// A redrawn button keeps the keyboard focus.
	if (focused >= 0) buttons()[focused]?.focus();
}
