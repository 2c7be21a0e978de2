import { noSiteFor } from './faults.mts';
import { backlinkForm } from './forms.mts';
import { chargesOfItems, spentCredits } from './ordersOfItems.mts';
import { inOrder, runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

describe('fields that were edited before “Retry with currently saved workflow”', () => {
	test('what was paid is answered from the ledger, with a hint; only the refused one is ordered', async () => {
		await panel.client.addFault(noSiteFor(5, 1));
		const failed = await runBacklinks(panel, 6);
		const retried = await failed.retry({
			parameters: { ...backlinkForm, anchorText: 'edited', options: inOrder },
		});
		expect(retried.output).toHaveLength(6);
		expect(await spentCredits(panel)).toBe(6);
		expect(retried.hints).toContainEqual(
			expect.stringContaining('edited after they were paid, and not ordered again: items 0–4'),
		);
	});

	test('a paid item whose fields are empty now is still answered', async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		const failed = await runBacklinks(panel, 3);
		const retried = await failed.retry({
			parameters: { ...backlinkForm, anchorText: '={{ "" }}', options: inOrder },
			onError: 'continueErrorOutput',
		});
		expect(retried.output.filter(({ json }) => 'placementId' in json)).toHaveLength(2);
		expect(retried.errorOutput).toHaveLength(1);
		expect(await spentCredits(panel)).toBe(2);
	});

	test('a paid item is still answered where the credential cannot be used any more', async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		const failed = await runBacklinks(panel, 3);
		const retried = await failed.retry({
			credential: { ...panel.credential, apiKey: '' },
			onError: 'continueErrorOutput',
		});
		expect(retried.output.filter(({ json }) => 'placementId' in json)).toHaveLength(2);
		expect(retried.errorOutput).toHaveLength(1);
	});

	test('edited, refused, and edited back: paid once', async () => {
		await panel.client.addFault(noSiteFor(1));
		const failed = await runBacklinks(panel, 2);
		await panel.client.addFault({
			answer: 'status',
			status: 422,
			body: { ok: false, kod: 'yasak', hata: 'Yasak' },
			bodyContains: 'other',
		});
		const edited = await failed.retry({
			parameters: { ...backlinkForm, anchorText: 'other', options: inOrder },
		});
		const back = await edited.retry({ parameters: { ...backlinkForm, options: inOrder } });
		expect(back.status).toBe('error');
		expect(await chargesOfItems(panel, 2)).toEqual([1, 0]);
	});

	test('Max Credits counts what was paid before the edit', async () => {
		const parameters = { ...backlinkForm, options: { ...inOrder, maxCredits: 2 } };
		await panel.client.addFault(noSiteFor(2));
		const failed = await runBacklinks(panel, 3, { parameters });
		const retried = await failed.retry({ parameters: { ...parameters, anchorText: 'edited' } });
		await panel.client.clearFaults();
		await retried.retry({ parameters: { ...parameters, anchorText: 'edited again' } });
		expect(await spentCredits(panel)).toBe(2);
	});
});
