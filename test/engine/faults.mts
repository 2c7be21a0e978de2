import type { Fault } from '../../sandbox/sandbox.mts';

/** The service finds no site for an item of `backlinkItems`; `times` times, for good where not given. */
export function noSiteFor(index: number, times?: number): Fault {
	return {
		answer: 'status',
		status: 409,
		body: { ok: false, kod: 'uygunSiteYok', hata: 'Uygun site yok' },
		bodyContains: `page-${index}"`,
		times,
	};
}
