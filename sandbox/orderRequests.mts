/** A valid body of `POST /backlink`. */
export interface BacklinkRequest {
	hedefUrl: string;
	anchor: string;
	/** Months. */
	sureAy: number;
}

/** A valid body of `POST /tanitim`. */
export interface ArticleRequest {
	baslik: string;
	/** HTML. */
	icerik: string;
}

/** The value, or the complaint in the service's language. */
export type Reading<Value> = { value: Value } | { problem: string };

/** Most months: a later end is no valid date. */
const mostMonths = 100_000;

function isFilledText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

function isWebAddress(value: unknown): value is string {
	return typeof value === 'string' && /^https?:\/\/./i.test(value) && URL.canParse(value);
}

function isMonths(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostMonths;
}

export function readBacklinkRequest(body: Record<string, unknown>): Reading<BacklinkRequest> {
	const { hedefUrl, anchor, sureAy } = body;
	if (!isWebAddress(hedefUrl)) {
		return { problem: 'hedefUrl alanı http veya https ile başlayan tam bir adres olmalıdır.' };
	}
	if (!isFilledText(anchor)) return { problem: 'anchor alanı boş olamaz.' };
	if (!isMonths(sureAy))
		return { problem: 'sureAy alanı 1 veya daha büyük bir tam sayı olmalıdır.' };
	return { value: { hedefUrl, anchor, sureAy } };
}

export function readArticleRequest(body: Record<string, unknown>): Reading<ArticleRequest> {
	const { baslik, icerik } = body;
	if (!isFilledText(baslik)) return { problem: 'baslik alanı boş olamaz.' };
	if (!isFilledText(icerik)) return { problem: 'icerik alanı boş olamaz.' };
	return { value: { baslik, icerik } };
}

/** Reads the query's `limit`, a whole number from 1; null if there is none. */
export function readLimit(limit: string | undefined): Reading<number | null> {
	if (limit === undefined) return { value: null };
	if (!/^[1-9]\d{0,8}$/.test(limit)) {
		return { problem: 'limit parametresi 1 veya daha büyük bir tam sayı olmalıdır.' };
	}
	return { value: Number(limit) };
}
