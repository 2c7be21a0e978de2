import type { StoredCredential } from '../../../real-n8n/n8nClient.mts';
import type { Scenarios } from '../scenarios.mts';
import type { Editor } from './Editor.mts';

const FIELDS = ['Base URL', 'API Key', 'Requests per Minute'];

/** The dialog in which a user fills in the credential. */
export async function credentialScenarios(
	editor: Editor,
	credential: StoredCredential,
	scenarios: Scenarios,
): Promise<void> {
	const { page, pictures } = editor;

	await editor.run(scenarios, 'the credential is tested, and a wrong key is told', async () => {
		await editor.goTo(`/home/credentials/${credential.id}`);
		const dialog = page.getByTestId('editCredential-modal');
		await dialog.getByText('Connection tested successfully').waitFor();
		for (const field of FIELDS) await dialog.locator('label').getByText(field).waitFor();
		await pictures.take(page, 'credential', { part: dialog });

		await dialog.getByTestId('parameter-input-apiKey').locator('input').fill('demo_live_wrong');
		await dialog.getByTestId('credential-save-button').click();
		await dialog.getByText('More details').click();
		await dialog.getByText('did not accept the API key').waitFor();
	});
}
