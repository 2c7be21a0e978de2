import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { TriggerInN8n } from './triggerEngine.mts';
import { listOrders } from './triggerLists.mts';
import { usePanel } from './usePanel.mts';

/** A sandbox with an account, and triggers in n8n that poll it. Their items are whole orders unless said. */
export function useTrigger() {
	const panel = usePanel();
	let keysSoFar = 0;
	return {
		panel,
		triggerOf: (parameters: INodeParameters) =>
			new TriggerInN8n({
				parameters: { simplify: false, ...parameters },
				credential: panel.credential,
			}),
		/** From now on the service lists exactly these orders. */
		list: (backlinkler: IDataObject[], tanitimlar: IDataObject[] = []) =>
			listOrders(panel.client, backlinkler, tanitimlar),
		/** From now on the service answers this, when it is asked for orders. */
		async answerWith(body: unknown): Promise<void> {
			await panel.client.clearFaults();
			const answer = { answer: 'json', path: '/siparisler', body: body as IDataObject } as const;
			await panel.client.addFault(answer);
		},
		/** Writes another key into the same credential; the service knows both. */
		async useAnotherKey(trigger: TriggerInN8n): Promise<void> {
			const apiKey = `demo_live_another_${process.pid}_${++keysSoFar}`;
			await panel.client.change({ apiKeys: [String(panel.credential.apiKey), apiKey] });
			trigger.change({ credential: { ...panel.credential, apiKey } });
		},
	};
}

/** The IDs of orders. */
export const ids = (orders: IDataObject[]) => orders.map(({ id }) => id);
