/** The body of an order of a backlink, in the service's own words. */
export const backlink = { hedefUrl: 'https://musteri.example/', anchor: 'müşteri', sureAy: 3 };

/** The same of an article. */
export const article = {
	baslik: 'Kahve rehberi ☕',
	icerik: '<p>İyi kahve için taze çekirdek.</p>',
};

/** What the service answers where it refuses a request. */
export function refusal(kod: string) {
	return { ok: false, kod, hata: expect.stringMatching(/\S/) };
}
