import type { Fault } from '../../sandbox/sandbox.mts';
import type { SandboxClient } from '../sandbox/sandboxClient.mts';
import { targetOf } from './forms.mts';

/** Fault that refuses an item of `backlinkItems`, because no site is available; without `times`, each time. */
export function noSiteFor(index: number, times?: number): Fault {
	return {
		answer: 'status',
		status: 409,
		body: { ok: false, kod: 'uygunSiteYok', hata: 'Uygun site yok' },
		bodyContains: `page-${index}"`,
		times,
	};
}

/** Fault that breaks the connection after the service has placed the order of an item of `backlinkItems`. */
export function lostAnswerOf(index: number): Fault {
	return { answer: 'reset', bodyContains: `page-${index}"` };
}

interface WithClient {
	client: SandboxClient;
}

export async function chargesOfItems({ client }: WithClient, count: number): Promise<number[]> {
	const books = await client.books();
	return Array.from({ length: count }, (_, index) => books.chargesOf(targetOf(index)).length);
}

export async function requestsOfItem({ client }: WithClient, index: number): Promise<number> {
	const requests = await client.requestsTo('/backlink');
	return requests.filter(({ body }) => JSON.stringify(body).includes(`page-${index}"`)).length;
}
