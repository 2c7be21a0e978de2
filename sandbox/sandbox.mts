import fastify from 'fastify';
import { control } from './control.mts';
import type { SandboxSettings, SettingsChange } from './settings.mts';
import { Simulation } from './simulation.mts';
import { traffic } from './traffic.mts';
import { website } from './website.mts';

export type { ChargeEntry, RequestEntry, PermitOutcome } from './books.mts';
export type { BooksView, NewOrders } from './control.mts';
export type { ActiveFault, Fault, FaultAnswerName, FaultPhase } from './faults.mts';
export type { Order, OrderType } from './orders.mts';
export type { WindowKind } from './rateWindows.mts';
export type { RetryAfterKind } from './retryAfter.mts';
export type {
	RateLimitSettings,
	SandboxSettings,
	SandboxSite,
	SettingsChange,
} from './settings.mts';

export interface Sandbox {
	/** Base URL for the credential, without a trailing slash. */
	url: string;
	/** First key of the settings. */
	apiKey: string;
	/** Current settings, after changes through the control API. */
	readonly settings: SandboxSettings;
	/** Ends the sandbox, and closes held connections. */
	close(): Promise<void>;
}

/** Address to listen on; default: a free port of 127.0.0.1. */
export interface SandboxAddress {
	port?: number;
	host?: string;
}

/** Starts the simulated service; fails without an API key, or if the port is taken. */
export async function startSandbox(
	options: SettingsChange & SandboxAddress = {},
): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', ...change } = options;
	const simulation = new Simulation(change);
	const apiKey = simulation.state.panel.settings.apiKeys[0];
	if (apiKey === undefined) throw new RangeError('A sandbox needs at least one API key');
	const server = fastify({
		forceCloseConnections: true,
		ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
	});
	server.register(control(simulation), { prefix: '/__sandbox' });
	server.register(website(simulation, Date.now()));
	server.register(traffic(simulation));
	const url = await server.listen({ port, host });
	return {
		url,
		apiKey,
		get settings() {
			return simulation.state.panel.settings;
		},
		close: async () => {
			await server.close();
		},
	};
}
