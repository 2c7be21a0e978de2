import { newArticle, newPlacement, siteResult } from './newOrder.mts';
import { Orders } from './orders.mts';
import type { Order, OrderType } from './orders.mts';
import { openWindow, type RateWindow } from './rateWindows.mts';
import { changedSettings } from './settings.mts';
import type { SandboxSettings, SandboxSite, SettingsChange } from './settings.mts';

/** The account behind the keys: its credits, its orders and its network of sites. */
export class Panel {
	/** Credits. */
	balance: number;
	readonly orders = new Orders();
	/** Windows by key: the rate limit counts each key separately. */
	private readonly windows = new Map<string, RateWindow>();

	constructor(public settings: SandboxSettings) {
		this.balance = settings.balance;
	}

	/** Changes settings but keeps orders; a changed rate limit starts with an empty window. */
	change(change: SettingsChange): void {
		this.settings = changedSettings(this.settings, change);
		if (change.balance !== undefined) this.balance = change.balance;
		if (change.rateLimit !== undefined) this.windows.clear();
	}

	/** True if the key belongs to the account. */
	knows(key: string | null): key is string {
		return key !== null && this.settings.apiKeys.includes(key);
	}

	/** Counts a request of a key; returns the wait in ms if the request is refused, otherwise null. */
	overLimit(key: string, now: number): number | null {
		const { rateLimit } = this.settings;
		const window = this.windows.get(key) ?? openWindow(rateLimit.window, rateLimit);
		this.windows.set(key, window);
		return window.admit(now) ? null : window.waitAt(now);
	}

	/** Sites that take orders now. */
	publishingSites(): SandboxSite[] {
		return this.settings.sites.filter((site) => site.publishes);
	}

	/** Adds earlier orders without a charge; returns their ids. */
	addOrders(type: OrderType, count: number, fields: Order, now: number): string[] {
		return Array.from({ length: count }, () => {
			const id = this.orders.nextId(type);
			this.orders.add(type, id, { ...this.exampleOrder(type, id, now), ...fields });
			return id;
		});
	}

	private exampleOrder(type: OrderType, id: string, now: number): Order {
		const { sites } = this.settings;
		if (type === 'article') {
			const results = sites.map((site) => siteResult(site, id));
			return newArticle(id, { baslik: `Tanıtım yazısı ${id}` }, results, 0, now);
		}
		const request = { hedefUrl: `https://musteri.example/${id}`, anchor: 'örnek', sureAy: 1 };
		return newPlacement(id, request, sites[0]?.name ?? 'haber.example', now);
	}
}
