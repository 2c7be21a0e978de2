import { createServer, request } from 'node:http';

import { listening } from './connection/failingServers.mts';
import { type NodeRun, runNode } from './engine.mts';
import { articleForm, articleItems, backlinkForm, backlinkItems, balanceForm } from './forms.mts';
import { inOrder } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

/** Pause in ms between two bytes of a trickling answer, far below each timeout. */
const TRICKLE_MS = 50;

/** Proxy of the service, through which some answers never end. */
interface TricklingPanel {
	url: string;
	readonly trickled: number;
	close(): Promise<void>;
}

/**
 * Starts a proxy that hands each request on to the service. A trickling answer has a head, and then one space
 * after another without end, although the service has carried out the request.
 *
 * @param isTrickling says by path and body if the answer trickles
 */
async function startTricklingPanel(
	serviceUrl: string,
	isTrickling: (path: string, body: string) => boolean,
): Promise<TricklingPanel> {
	let trickled = 0;
	const server = createServer((incoming, answer) => {
		const { method, headers, url: path = '' } = incoming;
		let body = '';
		const handOn = () => {
			const onward = request(`${serviceUrl}${path}`, { method, headers }, (answered) => {
				if (!isTrickling(path, body)) {
					answer.writeHead(answered.statusCode ?? 502, answered.headers);
					answered.pipe(answer);
					return;
				}
				trickled += 1;
				answered.resume();
				answer.writeHead(200, { 'content-type': 'application/json' });
				const timer = setInterval(() => answer.write(' '), TRICKLE_MS);
				answer.on('close', () => clearInterval(timer));
			});
			onward.end(body);
		};
		incoming.setEncoding('utf8').on('data', (text) => (body += text));
		incoming.on('end', handOn);
	});
	const { port, close } = await listening(server);
	return {
		url: `http://127.0.0.1:${port}`,
		get trickled() {
			return trickled;
		},
		close,
	};
}

const panel = usePanel();
let way: TricklingPanel | undefined;
afterEach(() => way?.close());

const run = async (
	isTrickling: (path: string, body: string) => boolean,
	count: number,
	more: Partial<NodeRun> & { options?: object } = {},
) => {
	await way?.close();
	way = await startTricklingPanel(panel.url, isTrickling);
	const { options, ...rest } = more;
	return await runNode({
		credential: { ...panel.credential, baseUrl: way.url },
		items: backlinkItems(count),
		onError: 'continueErrorOutput',
		...rest,
		parameters: {
			...(rest.parameters ?? backlinkForm),
			options: { ...inOrder, timeout: 1, ...options },
		},
	});
};
const firstItem = (_: string, body: string) => /page-0"|Title 0"/.test(body);
const balance = (path: string) => path.endsWith('/krediler');
const unknown = expect.objectContaining({ charged: 'unknown', reason: 'outcomeUnknown' });
const errorsOf = ({ errorOutput }: Awaited<ReturnType<typeof run>>) =>
	errorOutput.map(({ json }) => json.error);

test('an order is unknown after its Timeout, and the others go on', async () => {
	const result = await run(firstItem, 3);
	expect(errorsOf(result)).toEqual([unknown]);
	expect(result.output).toHaveLength(2);
	expect((await panel.client.books()).charges).toHaveLength(3);
	expect(way?.trickled).toBe(1);
});

test('reading the balance fails, and a further try may succeed', async () => {
	const result = await run(balance, 1, { parameters: balanceForm });
	expect(errorsOf(result)).toEqual([
		expect.objectContaining({ charged: 'no', retryable: true, reason: 'readFailed' }),
	]);
});

describe('other requests of the account are not held up', () => {
	test('Minimum Balance: without an end of the balance’s answer, nothing is ordered', async () => {
		const result = await run(balance, 3, {
			options: { minimumBalance: 1, parallelRequests: 3 },
		});
		expect(errorsOf(result)).toHaveLength(3);
		expect((await panel.client.books()).charges).toEqual([]);
	});

	test('Max Credits on articles whose price is not known: one goes at a time, and all end', async () => {
		const result = await run(firstItem, 3, {
			parameters: articleForm,
			items: articleItems(3),
			options: { maxCredits: 1_000 },
		});
		expect(errorsOf(result)[0]).toEqual(unknown);
		expect(result.output.length + result.errorOutput.length).toBe(3);
	});

	test('another execution with the same key: both are unknown, and one order was placed', async () => {
		const more = { options: { idempotencyKey: 'same' }, workflowId: 'same key' };
		const first = await run(firstItem, 1, more);
		const { credential } = panel;
		const second = await runNode({
			credential: { ...credential, baseUrl: way?.url ?? '' },
			parameters: { ...backlinkForm, options: { ...inOrder, timeout: 1, ...more.options } },
			items: backlinkItems(1),
			onError: 'continueErrorOutput',
			workflowId: more.workflowId,
		});
		expect([...errorsOf(first), ...errorsOf(second)]).toEqual([unknown, unknown]);
		expect((await panel.client.books()).charges).toHaveLength(1);
	});
});
