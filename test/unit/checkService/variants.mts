import type { Variant } from './variantPanel.mts';

type Order = Record<string, unknown>;

const daysFromNow = (days: number) => Date.now() + days * 86_400_000;
const seconds = (days: number) => Math.floor(daysFromNow(days) / 1000);
const iso = (days: number) => new Date(daysFromNow(days)).toISOString();
const day = (days: number) => iso(days).slice(0, 10);

/** Both lists together come to no more than the limit. */
function cutInTotal(backlinks: Order[], articles: Order[], limit: number | null): Order[][] {
	const most = limit ?? Number.POSITIVE_INFINITY;
	const cut = backlinks.slice(0, most);
	return [cut, articles.slice(0, Math.max(0, most - cut.length))];
}

/** A list from which PHP took entries. */
function asPhpObject(list: Order[]): Record<string, Order> {
	return Object.fromEntries(list.map((order, index) => [String(index + 1), order]));
}

/** Turkish names, epoch dates, a limit in total, lists as objects, JSON that calls itself a web page. */
const php: Variant = {
	backlinks: [3, 2, 1].map((number) => ({
		siparis_no: 84_000 + number,
		hedef: `https://acme-${number}.example/fiyat?kampanya=guz`,
		anchor: 'Acme fiyatları',
		durum: number === 1 ? 'süresi doldu' : 'yayında',
		olusturulma_tarihi: seconds(-40),
		bitis_tarihi: seconds(number === 1 ? -2 : 20 + number),
		kredi: String(number),
	})),
	articles: [7, 6].map((number) => ({
		siparis_no: 84_000 + number,
		baslik: `Acme büyüyor ${number}`,
		durum: 'beklemede',
		olusturulma_tarihi: seconds(-3),
	})),
	lists: (backlinks, articles, limit) => {
		const [some = [], others = []] = cutInTotal(backlinks, articles, limit);
		return { ok: true, backlinkler: asPhpObject(some), tanitimlar: asPhpObject(others) };
	},
	balance: { ok: true, bakiye: '740' },
	unknownPath: {
		status: 404,
		body: '<!DOCTYPE html><html><body>Sayfa yok: panel.acme.example</body></html>',
	},
	contentType: 'text/html; charset=utf-8',
	rateLimitHeaders: (remaining) => ({
		'x-ratelimit-limit': '120',
		'x-ratelimit-remaining': String(remaining),
		'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 30),
	}),
};

/** English names, dates without a zone, an ignored limit, one list null, the header of the draft. */
const english: Variant = {
	backlinks: ['a1', 'b2', 'c3', 'd4'].map((end, index) => ({
		orderId: `5d3f8a20-1c4b-4e7a-9d10-0000000000${end}`,
		link: { target: `https://musteri.example/${end}`, text: 'Müşteri' },
		orderStatus: index < 2 ? 'LIVE' : 'QUEUED',
		startDate: `${day(-10)} 08:15:00`,
		expiryDate: `${day(50)} 08:15:00`,
		contact: 'ayse@musteri.example',
		error: null,
	})),
	articles: [],
	lists: (backlinks, articles) => ({
		ok: true,
		backlinkler: backlinks,
		tanitimlar: articles.length === 0 ? null : articles,
	}),
	balance: { ok: true, bakiye: 12, plan: 'Ajans Büyük' },
	unknownPath: { status: 400, body: { ok: false, kod: 'adresYok', hata: 'musteri.example yok' } },
	contentType: 'text/plain',
	rateLimitHeaders: (remaining) => ({ ratelimit: `"musteri-plani";r=${remaining};t=30` }),
};

/** Names and dates that the node does not know, pages, a success for what is not there. */
const unknown: Variant = {
	backlinks: [2, 1].map((number) => ({
		kayitKodu: `MUSTERI-${number}`,
		adres: `https://musteri.example/${number}`,
		asama: number,
		bitis: `${day(9).split('-').reverse().join('.')} 10:00`,
	})),
	articles: [2, 1].map((number) => ({ kayitKodu: `YAZI-${number}`, konu: 'Müşteri haberi' })),
	lists: (backlinks, articles, limit) => ({
		ok: true,
		backlinkler: backlinks.slice(0, limit ?? 1),
		tanitimlar: articles.slice(0, limit ?? 1),
		sonrakiSayfa: 2,
	}),
	balance: { ok: true, bakiye: -3 },
	unknownPath: { status: 200, body: { ok: true, sonuc: null } },
	contentType: 'application/javascript',
	rateLimitHeaders: () => ({ 'x-ratelimit-policy': 'musteri plani' }),
};

export const variants = { php, english, unknown };
