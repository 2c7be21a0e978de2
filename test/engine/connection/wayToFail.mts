import type { Destination, Network } from './destinations.mts';

/** What the tests run against: an engine and its n8n. */
export type EngineName = '1.85' | '1.123' | '2.41';

/** What the node says of an order. */
export type Told = 'not sent' | 'refused' | 'unknown';

/** One way in which a request can fail, made for real. */
export interface WayToFail {
	/** How far the connection comes. */
	stage: 'address' | 'proxy' | 'handshake' | 'connection';
	situation: string;
	told: Told;
	/** How many orders the service carries out. */
	orders: 0 | 1;
	/** Where a version of n8n lets an order leave that others give up. */
	leavesOn?: EngineName;
	/** Engines on which it cannot be tried. */
	notOn?: EngineName[];
	/** An order of some megabytes, which does not leave at once. */
	isLong?: true;
	start(network: Network): Promise<Destination>;
}

/** What a row of a table may say besides the situation. */
type More = Partial<WayToFail>;

/** Makes rows of a stage: a situation, the servers for it, and what else there is to say. */
export const waysAt =
	(stage: WayToFail['stage'], told: Told, orders: 0 | 1) =>
	(situation: string, start: WayToFail['start'], more: More = {}): WayToFail => ({
		stage,
		situation,
		told,
		orders,
		start,
		...more,
	});

/** Older n8n hands a proxy the whole request, instead of asking it for a connection. */
export const needsTunnel: More = { notOn: ['1.85'] };
