import { isObject } from '../json.mts';
import type { Order, Orders, OrderType } from '../orders.mts';
import type { ServiceAnswer } from '../serviceAnswer.mts';
import type { SandboxSettings, SettingsChange } from '../settings.mts';
import { RateCount } from './RateCount.mts';
import { writeRateHeader } from './rateHeaderForm.mts';
import type { RecordedList, RecordedName, ServiceRecord } from './serviceRecord.mts';
import { inForm, valueOfForm } from './valueForm.mts';
import type { ValueForm } from './valueForm.mts';

const listOfType: Record<OrderType, 'backlinkler' | 'tanitimlar'> = {
	backlink: 'backlinkler',
	article: 'tanitimlar',
};

const textOfBody = {
	html: '<!DOCTYPE html><html><head><title>404</title></head><body>404</body></html>',
	text: 'Not Found',
	empty: '',
};

/** Writes orders and answers of the sandbox in the forms that a real panel was seen to use. */
export class RecordedForms {
	/** What the record says about how the service counts. */
	readonly settings: SettingsChange;
	private readonly rate = new RateCount();

	constructor(private readonly record: ServiceRecord) {
		const { listLimit, defaultLimit, limit } = record;
		this.settings = {
			defaultLimit,
			...(listLimit === null ? {} : { listLimit }),
			...(limit === null ? {} : { rateLimit: { limit } }),
		};
	}

	/** Adds the recorded orders, with made-up values. `now` in ms. */
	addOrders(orders: Orders, now: number): void {
		for (const type of ['backlink', 'article'] as const) {
			const { orders: recorded, roles } = this.listOf(type);
			for (const fields of [...recorded].reverse()) {
				const id = orders.nextId(type);
				const order = valueOfForm({ fields }, numberOf(id), now);
				if (!isObject(order)) continue;
				orders.add(type, id, { ...order, ...idField(roles, fields, id) });
			}
		}
	}

	/** A new order with the fields of a recorded one; as it is where none was recorded. */
	order(type: OrderType, id: string, order: Order): Order {
		const { orders, roles } = this.listOf(type);
		const [fields] = orders;
		if (fields === undefined) return order;
		const { createdAt, endsAt } = roles;
		const known = new Map([
			[createdAt, createdAt && dated(fields[createdAt], order.olusturulma)],
			[endsAt, endsAt && dated(fields[endsAt], order.bitis)],
			[subjectFieldOf(type, fields), type === 'backlink' ? order.hedefUrl : order.baslik],
		]);
		const written = Object.entries(fields).map(([name, form]) => [
			name,
			known.get(name) ?? valueOfForm(form, numberOf(id), Date.now()),
		]);
		return { ...Object.fromEntries(written), ...idField(roles, fields, id) };
	}

	/** An answer in its recorded form. `waitMs` where it refuses for the rate limit. */
	answer(answer: ServiceAnswer, settings: SandboxSettings, waitMs: number | null): ServiceAnswer {
		const name = recordedName(answer);
		const recorded = name && this.record.answers[name];
		const contentType = (recorded ?? this.record.answers.balance)?.contentType;
		const state = this.rate.count(settings.rateLimit, waitMs, Date.now());
		const rateLimitHeaders = Object.entries(this.record.rateLimitHeaders)
			.filter(([header]) => waitMs !== null || header !== 'retry-after')
			.map(([header, form]) => [header, writeRateHeader(form, state)]);
		const headers = {
			...(contentType ? { 'content-type': contentType } : {}),
			...Object.fromEntries(rateLimitHeaders),
			...answer.headers,
		};
		if (recorded === undefined)
			return { ...answer, headers, body: this.withRecordedId(answer.body) };
		const { status, body } = recorded;
		return typeof body === 'string'
			? { ...answer, status, headers, text: textOfBody[body] }
			: { ...answer, status, headers, body: this.bodyInForm(body, answer.body, recorded.kod) };
	}

	private bodyInForm(
		forms: Record<string, ValueForm>,
		body: Record<string, unknown>,
		kod: string | null,
	): Record<string, unknown> {
		const known = this.withRecordedId({ ...body, ...(kod === null ? {} : { kod }) });
		const fields = Object.entries(forms).map(([name, form]) => {
			const value = name === 'ok' ? undefined : known[name];
			if (Array.isArray(value) && (name === 'backlinkler' || name === 'tanitimlar')) {
				return [name, listInForm(this.record.lists[name], value, form)];
			}
			const isPlain = typeof value === 'string' || typeof value === 'number';
			return [name, isPlain ? inForm(form, value) : (value ?? valueOfForm(form, 1, Date.now()))];
		});
		return Object.fromEntries(fields);
	}

	/** The ID of a new placement as the list will show it. */
	private withRecordedId(body: Record<string, unknown>): Record<string, unknown> {
		const { placementId } = body;
		const { orders, roles } = this.listOf('backlink');
		const [fields] = orders;
		if (typeof placementId !== 'string' || fields === undefined) return body;
		const listed = Object.values(idField(roles, fields, placementId))[0];
		return { ...body, placementId: listed ?? placementId };
	}

	private listOf(type: OrderType): RecordedList {
		return this.record.lists[listOfType[type]];
	}
}

function recordedName({ body }: ServiceAnswer): RecordedName | undefined {
	if (body.kod === 'bulunamadi') return 'unknownPath';
	if (body.kod === 'yetkisiz') return 'wrongKey';
	if (body.kod === 'limit') return 'rateLimit';
	if ('bakiye' in body) return 'balance';
	if ('backlinkler' in body) return 'orders';
	return 'placementId' in body ? 'backlink' : undefined;
}

function listInForm({ writtenAs }: RecordedList, list: unknown[], form: ValueForm): unknown {
	if (writtenAs === 'other') return valueOfForm(form, 1, Date.now());
	if (writtenAs === 'null' && list.length === 0) return null;
	if (writtenAs !== 'object') return list;
	return Object.fromEntries(list.map((order, index) => [index + 1, order]));
}

function idField(
	roles: Record<string, string>,
	fields: Record<string, ValueForm>,
	id: string,
): Record<string, unknown> {
	const form = roles.id === undefined ? undefined : fields[roles.id];
	if (roles.id === undefined || form === undefined) return {};
	return { [roles.id]: valueOfForm(form, numberOf(id), Date.now()) };
}

/** The number in an ID of the sandbox, `bl_000012`. */
function numberOf(id: string): number {
	return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

/** Where the target URL or the title of a new order goes. */
function subjectFieldOf(type: OrderType, fields: Record<string, ValueForm>): string | undefined {
	const forms = type === 'backlink' ? ['url'] : ['shortText', 'text', 'longText'];
	return Object.keys(fields).find((name) => forms.includes(String(fields[name])));
}

function dated(form: ValueForm | undefined, isoDate: unknown): unknown {
	return typeof isoDate === 'string' ? inForm(form, Date.parse(isoDate)) : undefined;
}
