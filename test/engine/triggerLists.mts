import type { IDataObject } from 'n8n-workflow';

import type { SandboxClient } from '../sandbox/sandboxClient.mts';

/** From now on the service lists exactly these orders. */
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

/** A time from now, as the sandbox writes it. */
export function inDays(days: number): string {
	return new Date(Date.now() + days * 86_400_000).toISOString();
}

/** An order of the list that ends in 30 days. */
export const order = (id: string, durum = 'yeni', more: IDataObject = {}): IDataObject => ({
	id,
	durum,
	bitis: inDays(30),
	...more,
});

/** So many orders, with the IDs `a0`, `a1`, … */
export const orders = (prefix: string, count: number, durum?: string) =>
	Array.from({ length: count }, (_, index) => order(`${prefix}${index}`, durum));
