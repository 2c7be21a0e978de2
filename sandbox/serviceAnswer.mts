/** Credits charged by an operation, and the subject of the charge. */
export interface Charge {
	kind: 'backlink' | 'article';
	credits: number;
	/** Target URL of a backlink, or title of an article. */
	subject: string;
}

export interface ServiceAnswer {
	status: number;
	headers: Record<string, string>;
	body: Record<string, unknown>;
	/** Null if nothing was charged. */
	charge: Charge | null;
}

/** Machine-readable codes of a refusal. The documentation lacks the last two. */
export type RefusalCode =
	| 'yetkisiz'
	| 'krediYetersiz'
	| 'uygunSiteYok'
	| 'limit'
	| 'gecersizIstek'
	| 'bulunamadi';

const refusals: Record<RefusalCode, { status: number; hata: string }> = {
	yetkisiz: { status: 401, hata: 'API anahtarı geçersiz veya eksik.' },
	krediYetersiz: { status: 402, hata: 'Krediniz bu işlem için yetersiz.' },
	uygunSiteYok: { status: 409, hata: 'Şu anda uygun bir site bulunmuyor.' },
	limit: { status: 429, hata: 'İstek limiti aşıldı, lütfen biraz sonra tekrar deneyin.' },
	gecersizIstek: { status: 400, hata: 'İstek geçersiz.' },
	bulunamadi: { status: 404, hata: 'İstenen adres bulunamadı.' },
};

/** Makes an answer with `ok: true` and the given fields. */
export function success(fields: Record<string, unknown>, charge: Charge | null): ServiceAnswer {
	return { status: 200, headers: {}, body: { ok: true, ...fields }, charge };
}

/** Makes an answer with `ok: false`; `hata` defaults to the code's usual message. */
export function refusal(
	kod: RefusalCode,
	hata = refusals[kod].hata,
	headers: Record<string, string> = {},
): ServiceAnswer {
	return { status: refusals[kod].status, headers, body: { ok: false, kod, hata }, charge: null };
}
