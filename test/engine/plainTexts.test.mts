import type { OnError } from 'n8n-workflow';

import { callAsTool, runNode } from './engine.mts';
import { backlinkForm, backlinkItems } from './forms.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

describe('text of the service, hostile', () => {
	const hostile = () => ({
		answer: 'status' as const,
		status: 422,
		body: {
			ok: false,
			kod: 'a<b>',
			hata: `<img src=x> Panel'in & "sınırı"\u0000\u202e ${String(panel.credential.apiKey)}\n&lt;`,
			'<i>': '<u>\u0007',
		},
	});
	const said = `<img src=x> Panel'in & "sınırı" [API key] &lt;`;
	const run = async (onError?: OnError) => {
		await panel.client.addFault(hostile());
		return {
			credential: panel.credential,
			parameters: backlinkForm,
			items: backlinkItems(1),
			onError,
		};
	};
	const plain = {
		message: `The service refused the request: ${said}`,
		description: expect.stringContaining(`The service said: “${said} (<i>: <u>)”`),
		kod: 'a<b>',
		hata: said,
	};

	test('is plain text in an item', async () => {
		const { output } = await runNode(await run('continueRegularOutput'));
		expect(output[0]?.json.error).toMatchObject(plain);
	});

	test('is plain text on the error output', async () => {
		const { errorOutput } = await runNode(await run('continueErrorOutput'));
		expect(errorOutput[0]?.json.error).toMatchObject(plain);
	});

	test('is plain text for a model', async () => {
		const { items } = await callAsTool(await run());
		expect(items[0]?.json.error).toMatchObject(plain);
	});

	test('is escaped where n8n shows HTML', async () => {
		const { error } = await runNode(await run('stopWorkflow'));
		expect(error).toMatchObject({
			message: `The service refused the request: ‹img src=x› Panel'in & "sınırı" [API key] &lt;`,
			description: expect.stringContaining(
				`“&lt;img src=x&gt; Panel'in &amp; "sınırı" [API key] &amp;lt; (&lt;i&gt;: &lt;u&gt;)”`,
			),
			context: { hata: said, kod: 'a<b>' },
		});
	});
});
