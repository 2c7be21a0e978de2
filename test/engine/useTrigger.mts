import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { triggerProperties } from '../../nodes/BacklinkPanel/trigger/index.ts';
import type { SandboxClient } from '../sandbox/sandboxClient.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { usePanel } from './usePanel.mts';

/** Values of the event menu. */
export const events = (triggerProperties()[0]?.options ?? []).flatMap((option) =>
	'value' in option ? [String(option.value)] : [],
);

/** Starts a sandbox for the tests of a file. Triggers of `triggerOf` poll it, by default without “Simplify”. */
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
		/** Makes the service list exactly these orders. */
		list: (backlinkler: IDataObject[], tanitimlar: IDataObject[] = []) =>
			listOrders(panel.client, backlinkler, tanitimlar),
		/** Makes the service answer requests for orders with this body. */
		async answerWith(body: unknown): Promise<void> {
			await panel.client.clearFaults();
			const answer = { answer: 'json', path: '/siparisler', body: body as IDataObject } as const;
			await panel.client.addFault(answer);
		},
		/** Writes another key into the credential. The service accepts both keys for the same account. */
		async useAnotherKey(trigger: TriggerInN8n): Promise<void> {
			const apiKey = `demo_live_another_${process.pid}_${++keysSoFar}`;
			await panel.client.change({ apiKeys: [String(panel.credential.apiKey), apiKey] });
			trigger.change({ credential: { ...panel.credential, apiKey } });
		},
	};
}

export const ids = (orders: IDataObject[]) => orders.map(({ id }) => id);

export async function listOrders(
	client: SandboxClient,
	backlinkler: IDataObject[],
	tanitimlar: IDataObject[] = [],
): Promise<void> {
	await client.clearFaults();
	await client.addFault({
		answer: 'json',
		path: '/siparisler',
		body: { ok: true, backlinkler, tanitimlar },
	});
}

export function inDays(days: number): string {
	return new Date(Date.now() + days * 86_400_000).toISOString();
}

/** Order that ends in 30 days. */
export const order = (id: string, durum = 'yeni', more: IDataObject = {}): IDataObject => ({
	id,
	durum,
	bitis: inDays(30),
	...more,
});

/** Orders with the IDs `a0`, `a1`, … for the prefix `a`. */
export const orders = (prefix: string, count: number, durum?: string) =>
	Array.from({ length: count }, (_, index) => order(`${prefix}${index}`, durum));
