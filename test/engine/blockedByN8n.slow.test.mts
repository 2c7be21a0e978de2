import { backlinkForm, backlinkItems } from './forms.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

test('an address that n8n protects itself from: nothing was sent, and no second try is made', async () => {
	// Comes before the import, because n8n reads its settings on load.
	process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
	const { runNode } = await import('./engine.mts');
	const run = await runNode({
		credential: panel.credential,
		parameters: backlinkForm,
		items: backlinkItems(1),
		onError: 'continueRegularOutput',
	});
	expect(run.output[0]?.json.error).toMatchObject({
		message: 'The service could not be reached: n8n blocks this address',
		description: expect.stringContaining('Ask the administrator of this n8n to allow the host.'),
		charged: 'no',
	});
	expect((await panel.client.books()).requests).toEqual([]);
});
