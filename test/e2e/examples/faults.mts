import type { Fault } from '../../../sandbox/sandbox.mts';

/** The service does not accept the key. */
export const keyRefused: Fault = {
	answer: 'status',
	status: 401,
	body: { ok: false, kod: 'yetkisiz', hata: 'API anahtarı geçersiz' },
};

/** No site can take the order. */
export const noEligibleSite: Fault = {
	answer: 'status',
	status: 409,
	body: { ok: false, kod: 'uygunSiteYok', hata: 'Uygun site yok' },
};
