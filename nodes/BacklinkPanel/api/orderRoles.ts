import type { IDataObject } from 'n8n-workflow';

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

export type OrderRole = keyof typeof NAMES_OF_ROLE;

/**
 * The value that plays a role in an order, if that is plain: a text or number in a field of a known
 * name; undefined where there is none, or where two spellings of the name have one.
 */
export function roleValue(order: IDataObject, role: OrderRole): string | undefined {
	const told = Object.entries(order).filter(([, value]) => isPlain(value));
	for (const name of NAMES_OF_ROLE[role]) {
		const matches = told.filter(([field]) => simplified(field) === simplified(name));
		if (matches.length > 0) return matches.length === 1 ? String(matches[0]?.[1]) : undefined;
	}
	return undefined;
}

function isPlain(value: unknown): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/** One spelling for `bitisTarihi`, `bitis_tarihi` and `Bitiş Tarihi`. */
export function simplified(name: string): string {
	return name
		.normalize('NFD')
		.replace(/[\p{M}_\-\s]/gu, '')
		.toLowerCase()
		.replaceAll('ı', 'i');
}
