import type { IDataObject } from 'n8n-workflow';

import type {
	SendResult,
	PanelClient,
	SendOptions,
} from '../../nodes/BacklinkPanel/api/panelClient.ts';
import type { PanelRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';

/** What an order comes to; a function is asked when it leaves. */
export type Answer = SendResult['outcome'] | ((limits: SendOptions) => Promise<SendResult>);

export const lost: Answer = failure('outcomeUnknown', { detail: 'no answer came within 120 s' });
export const noSite: Answer = failure('uygunSiteYok', { detail: 'status 409', httpStatus: 409 });
export const placed = (body: IDataObject): Answer => ({ kind: 'answer', body });

/** The service behind the client: each order is placed, unless something else was said before. */
export class OrderingService implements PanelClient {
	/** The orders that left, as the texts of their bodies. */
	readonly sent: string[] = [];
	/** With which limits each order was handed over, whether it left or not. */
	readonly limits: SendOptions[] = [];
	balance = 1_000;
	balanceReads = 0;
	/** Called when the balance is read. */
	onBalanceRead = () => {};
	private readonly answers: Array<{ text: string; answer: Answer }> = [];

	/** What the next orders with this text come to, one after another. */
	next(text: string, ...answers: Answer[]): void {
		this.answers.push(...answers.map((answer) => ({ text, answer })));
	}

	/** How often an order with this text left. */
	timesSent(text: string): number {
		return this.sent.filter((body) => body.includes(text)).length;
	}

	announce(): void {}

	async send({ path, body }: PanelRequest, limits: SendOptions): Promise<SendResult> {
		const atOnce = { waitedMs: 0, rejections: 0 };
		if (path === '/krediler') {
			this.balanceReads += 1;
			this.onBalanceRead();
			return { outcome: { kind: 'answer', body: { bakiye: this.balance } }, ...atOnce };
		}
		this.limits.push(limits);
		const order = JSON.stringify(body);
		const index = this.answers.findIndex(({ text }) => order.includes(text));
		const [found] = index === -1 ? [] : this.answers.splice(index, 1);
		if (typeof found?.answer === 'function') return await found.answer(this.leaving(order, limits));
		const ended = this.leaving(order, limits).onSend?.();
		const outcome = found?.answer ?? this.placement(body);
		// The answer comes a moment later.
		await Promise.resolve();
		if (outcome.kind !== 'stopped') ended?.(outcome);
		return { outcome, ...atOnce };
	}

	/** It counts as sent when it leaves, which one that waits for the rate limit may never do. */
	private leaving(order: string, limits: SendOptions): SendOptions {
		const onSend = () => {
			this.sent.push(order);
			return limits.onSend?.() ?? (() => {});
		};
		return { ...limits, onSend };
	}

	private placement(body: IDataObject = {}): SendResult['outcome'] {
		const harcananKredi = Number(body.sureAy ?? 1);
		return {
			kind: 'answer',
			body: { placementId: `bl_${this.sent.length}`, harcananKredi },
		};
	}
}
