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

const fine = null;
const unknown = 'The outcome of this order is unknown';
const unusable = 'The service gave no usable answer';
const comeBack = 'Rate limit: the service asks to come back in 2 min';
const keyNotAccepted = 'The API key was not accepted';

/** Errors of an order and of a read while a switch is on, null for a success, and the credits of the order. */
type Switched = [name: string, order: string | null, read: string | null, credits: 0 | 1];

const switches: Switched[] = [
	['Key not accepted', keyNotAccepted, keyNotAccepted, 0],
	['No eligible site', 'No eligible site is available', fine, 0],
	[
		'Order not accepted',
		'The service refused the request: İçerik yayın kurallarına uymuyor.',
		fine,
		0,
	],
	['Too many requests', 'Rate limit: waited 0 s', 'Rate limit: waited 0 s', 0],
	['Come back later', comeBack, comeBack, 0],
	['Answer lost', unknown, fine, 1],
	['Connection broken early', unknown, fine, 0],
	['No answer', unknown, fine, 1],
	['Answer cut off', unknown, fine, 1],
	['Empty answer', unknown, fine, 1],
	['Bad gateway', unknown, fine, 1],
	['Request timeout', unknown, fine, 0],
	['Redirect', unknown, fine, 0],
	['Contradiction', unknown, fine, 1],
	[
		'Maintenance',
		'The service did not confirm the order: Panel bakımda, lütfen sonra deneyin.',
		'The service refused the request: Panel bakımda, lütfen sonra deneyin.',
		0,
	],
	['Login page', unknown, unusable, 0],
	['Reads fail', fine, unusable, 1],
	['Reads say nothing', fine, 'The service answered in another format than documented', 1],
	['Unknown fields', fine, fine, 1],
	['Slow answers', fine, fine, 1],
];

const faults = typicalFaults.flatMap((group) => group.faults.map(({ fault }) => fault));

/** Runs the node with one item. @returns the message of the error; null if the run succeeds */
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
	test.each(switches)('%s', async (name, order, read, credits) => {
		const fault: Fault = faults.find((each) => each.name === name) ?? { answer: 'latency' };
		await panel.client.addFault({ ...fault, ...(fault.delayMs ? { delayMs: 100 } : {}) });
		const timeout = name === 'No answer' ? 1 : 30;

		expect(await said(balanceForm)).toBe(read);
		expect(await said(backlinkForm, { timeout })).toBe(order);
		expect((await panel.client.books()).totals.credits).toBe(credits);
	});

	test('each switch is tested above', () => {
		expect(switches.map(([name]) => name)).toEqual(faults.map(({ name }) => name));
	});

	test('the switches and notes of the page show every row of the documentation’s table of errors', () => {
		const shown = [
			...switches.flatMap(([, order, read]) => [order, read]),
			...withoutSwitch.map(({ message }) => message),
		].flatMap((message) => (message === null ? [] : [message]));
		const messages = [...errorsTables(english).matchAll(/^\| (.*?) +\| (?:no|\*\*)/gm)].map(
			([, message = '']) => message,
		);
		expect(messages.length).toBeGreaterThan(15);
		const missing = messages.filter((message) => {
			const [start = ''] = message.split(/ “…|[:…]/);
			// Skips a message in italics, which stands for messages that depend on the field.
			return !start.startsWith('_') && !shown.some((each) => each.startsWith(start));
		});
		expect(missing).toEqual([]);
	});
});
