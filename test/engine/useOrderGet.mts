import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { orderForm } from './forms.mts';
import { listOrders } from './triggerLists.mts';
import { usePanel } from './usePanel.mts';

/** For tests of Order → Get: a panel, the lists that it answers with, and a run that looks up one ID. */
export function useOrderGet() {
	const panel = usePanel();

	const list = (backlinkler: unknown, tanitimlar: unknown = []) =>
		listOrders(panel.client, backlinkler as IDataObject[], tanitimlar as IDataObject[]);

	async function get(id: unknown, parameters: INodeParameters = {}) {
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...orderForm, ...parameters },
			items: [{ id } as IDataObject],
		});
		return { ...run, orders: run.output.map(({ json }) => json) };
	}

	return { panel, list, get };
}
