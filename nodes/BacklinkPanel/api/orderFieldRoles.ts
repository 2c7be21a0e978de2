import type { IDataObject } from 'n8n-workflow';

import { isBlank } from './visibleText';

/**
 * What a field of an order can stand for, with the names that are tried in this order. The service
 * documents none of them. Spelling does not matter: `siparis_id` is `siparisId`.
 */
export const NAMES_OF_ROLE = {
	id: [
		'id',
		'orderId',
		'siparisId',
		'placementId',
		'yerlesimId',
		'backlinkId',
		'articleId',
		'tanitimId',
		'siparisNo',
		'orderNo',
		'uuid',
		'guid',
	],
	status: ['durum', 'status', 'siparisDurumu', 'orderStatus', 'state', 'asama'],
	targetUrl: ['hedefUrl', 'targetUrl', 'hedefAdres', 'hedefLink', 'hedef', 'target', 'url', 'link'],
	title: ['baslik', 'title', 'makaleBaslik', 'yaziBaslik', 'articleTitle', 'konu'],
	createdAt: [
		'createdAt',
		'olusturulma',
		'olusturulmaTarihi',
		'olusturmaTarihi',
		'siparisTarihi',
		'orderDate',
		'baslangic',
		'baslangicTarihi',
		'startDate',
		'tarih',
		'date',
	],
	endsAt: [
		'expiresAt',
		'bitis',
		'bitisTarihi',
		'sonTarih',
		'expiryDate',
		'expirationDate',
		'endDate',
		'endsAt',
		'validUntil',
	],
} satisfies Record<string, string[]>;

export type FieldRole = keyof typeof NAMES_OF_ROLE;
export type PlainValue = string | number | boolean;

/** A field of an order that can play a role. */
export interface FieldInRole {
	/** Its name in the list above, and the place there. */
	name: string;
	place: number;
	value: PlainValue;
}

const ROLE_OF_NAME = new Map(
	// The keys of the list are the roles.
	(Object.keys(NAMES_OF_ROLE) as FieldRole[]).flatMap((role) =>
		NAMES_OF_ROLE[role].map(
			(name, place) => [normalizeFieldName(name), { role, name, place }] as const,
		),
	),
);

/** The fields of an order that can play a role and have a plain value, the likeliest first. */
export function fieldsByRole(order: IDataObject): Partial<Record<FieldRole, FieldInRole[]>> {
	const fields: Partial<Record<FieldRole, FieldInRole[]>> = {};
	for (const [field, value] of Object.entries(order)) {
		const known = ROLE_OF_NAME.get(normalizeFieldName(field));
		if (!known || !isPlain(value, known.role)) continue;
		const { role, name, place } = known;
		(fields[role] ??= []).push({ name, place, value });
	}
	for (const each of Object.values(fields)) each.sort((one, other) => one.place - other.place);
	return fields;
}

/** The value that plays a role; undefined where there is none, or where two spellings have one. */
export function unambiguousValue([first, second]: FieldInRole[] = []): PlainValue | undefined {
	return first?.place === second?.place ? undefined : first?.value;
}

/** The value that plays a role in an order, as text. */
export function roleValue(order: IDataObject, role: FieldRole): string | undefined {
	return unambiguousValue(fieldsByRole(order)[role])?.toString();
}

/** A text or a number; for an ID one that has lost no digits. Some services write a status as true or false. */
function isPlain(value: unknown, role: FieldRole): value is PlainValue {
	if (typeof value === 'boolean') return role === 'status';
	if (typeof value === 'number') return role !== 'id' || Number.isSafeInteger(value);
	return typeof value === 'string' && !isBlank(value);
}

/** One spelling for `bitisTarihi`, `bitis_tarihi` and `Bitiş Tarihi`. */
export function normalizeFieldName(name: string): string {
	return name
		.normalize('NFD')
		.replace(/[\p{M}_\-\s]/gu, '')
		.toLowerCase()
		.replaceAll('ı', 'i');
}
