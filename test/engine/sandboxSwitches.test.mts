import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../sandbox/sandbox.mts';
import { typicalFaults } from '../../sandbox/typicalFaults.mts';
import { withoutSwitch } from '../../sandbox/withoutSwitch.mts';
import { english } from '../../tooling/documentation/english.mts';
import { errorsTables } from '../../tooling/documentation/errorsTable.mts';
import { runNode } from './engine.mts';
import { backlinkForm, backlinkItems, balanceForm } from './forms.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

/** What the node says of an order and of a read while a switch is on, and whether the order is charged. */
interface Switched {
	name: string;
	order: string | null;
	read: string | null;
	credits: 0 | 1;
}

const fine = null;
const unknown = 'The outcome of this order is unknown';
const keyNotAccepted = 'The API key was not accepted';

const switches: Switched[] = [
	{ name: 'Key not accepted', order: keyNotAccepted, read: keyNotAccepted, credits: 0 },
	{ name: 'No eligible site', order: 'No eligible site is available', read: fine, credits: 0 },
	{
		name: 'Order not accepted',
		order: 'The service refused the request: İçerik yayın kurallarına uymuyor.',
		read: fine,
		credits: 0,
	},
	{
		name: 'Too many requests',
		order: 'Rate limit: waited 0 s',
		read: 'Rate limit: waited 0 s',
		credits: 0,
	},
	{
		name: 'Come back later',
		order: 'Rate limit: the service asks to come back in 2 min',
		read: 'Rate limit: the service asks to come back in 2 min',
		credits: 0,
	},
	{ name: 'Answer lost', order: unknown, read: fine, credits: 1 },
	{ name: 'Connection broken early', order: unknown, read: fine, credits: 0 },
	{ name: 'No answer', order: unknown, read: fine, credits: 1 },
	{ name: 'Answer cut off', order: unknown, read: fine, credits: 1 },
	{ name: 'Empty answer', order: unknown, read: fine, credits: 1 },
	{ name: 'Bad gateway', order: unknown, read: fine, credits: 1 },
	{ name: 'Request timeout', order: unknown, read: fine, credits: 0 },
	{ name: 'Redirect', order: unknown, read: fine, credits: 0 },
	{ name: 'Contradiction', order: unknown, read: fine, credits: 1 },
	{
		name: 'Maintenance',
		order: 'The service did not confirm the order: Panel bakımda, lütfen sonra deneyin.',
		read: 'The service refused the request: Panel bakımda, lütfen sonra deneyin.',
		credits: 0,
	},
	{ name: 'Login page', order: unknown, read: 'The service gave no usable answer', credits: 0 },
	{ name: 'Reads fail', order: fine, read: 'The service gave no usable answer', credits: 1 },
	{
		name: 'Reads say nothing',
		order: fine,
		read: 'The service answered in another format than documented',
		credits: 1,
	},
	{ name: 'Unknown fields', order: fine, read: fine, credits: 1 },
	{ name: 'Slow answers', order: fine, read: fine, credits: 1 },
];

const faults = typicalFaults.flatMap((group) => group.faults.map(({ fault }) => fault));

/** The message of a run with one item; null where it succeeded. */
async function said(parameters: INodeParameters, options: IDataObject = {}) {
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...parameters, options: { maxRateLimitWait: 0, ...options } } as INodeParameters,
		items: backlinkItems(1),
		onError: 'stopWorkflow',
	});
	return run.error?.message ?? null;
}

describe('the switches on the page of the sandbox', () => {
	test.each(switches)('$name', async ({ name, order, read, credits }) => {
		const fault: Fault = faults.find((each) => each.name === name) ?? { answer: 'latency' };
		await panel.client.addFault({ ...fault, ...(fault.delayMs ? { delayMs: 100 } : {}) });
		const timeout = name === 'No answer' ? 1 : 30;

		expect(await said(balanceForm)).toBe(read);
		expect(await said(backlinkForm, { timeout })).toBe(order);
		expect((await panel.client.books()).totals.credits).toBe(credits);
	});

	test('each of them is tried above', () => {
		expect(switches.map(({ name }) => name)).toEqual(faults.map(({ name }) => name));
	});

	test('with what the page tells besides, every row of the documentation’s table of errors can be seen', () => {
		const shown = [
			...switches.flatMap(({ order, read }) => [order, read]),
			...withoutSwitch.map(({ message }) => message),
		].flatMap((message) => (message === null ? [] : [message]));
		const messages = [...errorsTables(english).matchAll(/^\| (.*?) +\| (?:no|\*\*)/gm)].map(
			([, message = '']) => message,
		);
		expect(messages.length).toBeGreaterThan(15);
		const missing = messages.filter((message) => {
			const [start = ''] = message.split(/ “…|[:…]/);
			// In italics it stands for a message that depends on the field.
			return !start.startsWith('_') && !shown.some((each) => each.startsWith(start));
		});
		expect(missing).toEqual([]);
	});
});
