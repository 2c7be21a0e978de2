import type { Destination, Network } from './destinations.mts';

/** What the tests run against: an engine and its n8n. */
export type EngineName = '1.85' | '1.123' | '2.41';

export type Told = 'not sent' | 'unknown';

/** One way in which a request can fail, made for real. */
export interface WayToFail {
	/** How far the connection comes. */
	stage: 'address' | 'proxy' | 'handshake' | 'connection';
	situation: string;
	/** What the node says of an order, and how many the service has carried out. */
	told: Told;
	orders: 0 | 1;
	/** Where a version of n8n sees less, or does something else. */
	otherwise?: Partial<Record<EngineName, { told: Told; orders: 0 | 1 }>>;
	/** Engines on which it cannot be tried. */
	notOn?: EngineName[];
	/** An order of some megabytes, which does not leave at once. */
	isLong?: true;
	start(network: Network): Promise<Destination>;
}

/** It hands a proxy the whole request, instead of asking it for a connection. */
export const withoutTunnel: EngineName[] = ['1.85'];
