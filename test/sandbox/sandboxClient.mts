import axios from 'axios';
import type {
	ActiveFault,
	BooksView,
	ChargeEntry,
	Fault,
	NewOrders,
	Order,
	RequestEntry,
	SettingsChange,
} from '../../sandbox/sandbox.mts';

/** The sandbox's records of requests and charges, with lookups for tests. */
export interface Books extends BooksView {
	/** Requests to a path after `/api/v1`, such as `/backlink`, the oldest first. */
	requestsTo(path: string): RequestEntry[];
	/** Charges for a subject (target URL or title), the oldest first. */
	chargesOf(subject: string): ChargeEntry[];
	creditsCharged: number;
}

/** Client of a sandbox's control API. A refused call rejects with the sandbox's message. */
export interface SandboxClient {
	books(): Promise<Books>;
	/** Clears all orders, records and faults. Sets the default settings with the given ones over them. */
	reset(settings?: SettingsChange): Promise<void>;
	/** Changes the given settings, and keeps orders and records. */
	change(settings: SettingsChange): Promise<void>;
	addFault(fault: Fault): Promise<string>;
	faults(): Promise<ActiveFault[]>;
	removeFault(id: string): Promise<void>;
	clearFaults(): Promise<void>;
	changeOrder(id: string, fields: Order): Promise<Order>;
	/** Adds orders without a charge and returns their ids. */
	addOrders(orders: NewOrders): Promise<string[]>;
	requestsTo(path: string): Promise<RequestEntry[]>;
	chargesOf(subject: string): Promise<ChargeEntry[]>;
	creditsCharged(): Promise<number>;
}

export function sandboxClient(url: string): SandboxClient {
	const api = axios.create({ baseURL: `${url}/__sandbox`, proxy: false, validateStatus: null });

	async function call<Answer>(method: string, path: string, data?: unknown): Promise<Answer> {
		const { status, data: answer } = await api.request({ method, url: path, data });
		if (status === 200) return answer;
		throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
	}

	async function books(): Promise<Books> {
		const view = await call<BooksView>('GET', '/books');
		return {
			...view,
			requestsTo: (path) => view.requests.filter((entry) => entry.path.endsWith(`/api/v1${path}`)),
			chargesOf: (subject) => view.charges.filter((entry) => entry.subject === subject),
			creditsCharged: view.charges.reduce((sum, { credits }) => sum + credits, 0),
		};
	}

	return {
		books,
		reset: async (settings = {}) => {
			await call('POST', '/reset', settings);
		},
		change: async (settings) => {
			await call('PATCH', '/settings', settings);
		},
		addFault: async (fault) => (await call<{ id: string }>('POST', '/faults', fault)).id,
		faults: () => call('GET', '/faults'),
		removeFault: async (id) => {
			await call('DELETE', `/faults/${id}`);
		},
		clearFaults: async () => {
			await call('DELETE', '/faults');
		},
		changeOrder: (id, fields) => call('PATCH', `/orders/${id}`, fields),
		addOrders: async (orders) => (await call<{ ids: string[] }>('POST', '/orders', orders)).ids,
		requestsTo: async (path) => (await books()).requestsTo(path),
		chargesOf: async (subject) => (await books()).chargesOf(subject),
		creditsCharged: async () => (await books()).creditsCharged,
	};
}
