import type { ArticleRequest, BacklinkRequest } from './orderRequests.mts';
import type { Order } from './orders.mts';
import type { SandboxSite } from './settings.mts';

/** The result of an article on one site. */
export type SiteResult =
	| { site: string; ok: true; url: string }
	| { site: string; ok: false; hata: string };

export function siteResult(site: SandboxSite, articleId: string): SiteResult {
	return site.publishes
		? { site: site.name, ok: true, url: `https://${site.name}/tanitim/${articleId}` }
		: { site: site.name, ok: false, hata: 'Site yayını kabul etmedi.' };
}

/** Makes a backlink placement as the order list shows it; `now` is ms epoch. */
export function newPlacement(
	id: string,
	{ hedefUrl, anchor, sureAy }: BacklinkRequest,
	site: string,
	now: number,
): Order & { bitis: string } {
	const created = new Date(now);
	return {
		id,
		hedefUrl,
		anchor,
		site,
		sureAy,
		harcananKredi: sureAy,
		durum: 'aktif',
		olusturulma: created.toISOString(),
		bitis: addMonths(created, sureAy).toISOString(),
	};
}

/** Makes an article job as the order list shows it, with the `credits` charged; `now` is ms epoch. */
export function newArticle(
	id: string,
	{ baslik }: Pick<ArticleRequest, 'baslik'>,
	sonuclar: SiteResult[],
	credits: number,
	now: number,
): Order {
	const published = sonuclar.filter((result) => result.ok).length;
	return {
		id,
		baslik,
		durum: published > 0 ? 'yayinda' : 'basarisiz',
		siteSayisi: sonuclar.length,
		basariliSayisi: published,
		harcananKredi: credits,
		sonuclar,
		olusturulma: new Date(now).toISOString(),
	};
}

/** Adds months to a date (UTC). A day that the month lacks becomes its last day. */
export function addMonths(date: Date, months: number): Date {
	const later = new Date(date);
	later.setUTCDate(1);
	later.setUTCMonth(later.getUTCMonth() + months);
	const daysOfMonth = new Date(
		Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0),
	).getUTCDate();
	later.setUTCDate(Math.min(date.getUTCDate(), daysOfMonth));
	return later;
}
