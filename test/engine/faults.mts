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

/** The connection breaks after the service has placed the order of an item of `backlinkItems`. */
export function lostAnswerOf(index: number): Fault {
	return { answer: 'reset', bodyContains: `page-${index}"` };
}
