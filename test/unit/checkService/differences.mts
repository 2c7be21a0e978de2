import type { variants } from './variants.mts';

type Row = [what: string, verdict: string, seen: string, node: string];

/** In what each of the hand-written panels differs, as the table has to tell it. */
export const differences: Record<keyof typeof variants, Row[]> = {
	php: [
		['GET /krediler content type', 'differs', 'text/html; charset=utf-8', 'reads the answer'],
		['GET /krediler bakiye', 'differs', 'digits', 'reads the number'],
		['GET /siparisler form of backlinkler', 'differs', 'object', 'reads 3 orders'],
		['GET /siparisler form of tanitimlar', 'differs', 'object', 'reads 2 orders'],
		[
			'GET /siparisler id in backlinkler',
			'notDocumented',
			'siparis_no: integer',
			'tells 3 of 3 orders apart',
		],
		[
			'GET /siparisler status in backlinkler',
			'notDocumented',
			'durum: "yayında", "süresi doldu"',
			'reads a status in 3 of 3',
		],
		[
			'GET /siparisler endsAt in backlinkler',
			'notDocumented',
			'bitis_tarihi: date epochSeconds',
			'reads 3 of 3 dates',
		],
		[
			'GET /siparisler numbers as text in backlinkler',
			'notDocumented',
			'kredi',
			'passes them on as they are',
		],
		[
			'GET /siparisler?limit=1 limit',
			'notDocumented',
			'counts both lists together',
			'Get Many of one article gives 1, after asking again without a limit',
		],
		[
			'GET /krediler rate limit headers',
			'notDocumented',
			'x-ratelimit-limit: {limit}; x-ratelimit-remaining: {remaining}; x-ratelimit-reset: {epoch}',
			'reads the requests left, reads the time of reset',
		],
		[
			'GET /krediler requests a minute',
			'differs',
			'120',
			'starts from 60 and finds out more by itself',
		],
		[
			'GET /check-service-unknown-path body',
			'differs',
			'html',
			'The service refused the request: status 404, not found',
		],
	],
	english: [
		['GET /krediler content type', 'differs', 'text/plain', 'reads the answer'],
		['GET /krediler bakiye', 'asDocumented', 'integer', 'reads the number'],
		['GET /siparisler form of backlinkler', 'asDocumented', 'array', 'reads 4 orders'],
		['GET /siparisler form of tanitimlar', 'differs', 'null', 'reads 0 orders'],
		[
			'GET /siparisler fields of backlinkler',
			'notDocumented',
			'orderId, link, orderStatus, startDate, expiryDate, contact, orderError',
			'passes “error” on as “orderError”',
		],
		[
			'GET /siparisler id in backlinkler',
			'notDocumented',
			'orderId: uuid',
			'tells 4 of 4 orders apart',
		],
		[
			'GET /siparisler status in backlinkler',
			'notDocumented',
			'orderStatus: "LIVE", "QUEUED"',
			'reads a status in 4 of 4',
		],
		[
			'GET /siparisler endsAt in backlinkler',
			'notDocumented',
			'expiryDate: date YYYY-MM-DD HH:mm:ss',
			'reads 4 of 4 dates',
		],
		[
			'GET /siparisler?limit=1 limit',
			'differs',
			'counts nothing: all orders are listed',
			'Get Many of one article gives 0',
		],
		[
			'GET /krediler rate limit headers',
			'notDocumented',
			'ratelimit: "policy";r={remaining};t={seconds}',
			'reads the requests left, reads the time of reset',
		],
		[
			'GET /check-service-unknown-path status',
			'notDocumented',
			'400',
			'The service refused the request: status 400, bad request',
		],
	],
	unknown: [
		['GET /krediler content type', 'differs', 'application/javascript', 'reads the answer'],
		[
			'GET /siparisler id in backlinkler',
			'differs',
			'no field that the node knows',
			'No field with the role “id” was found',
		],
		[
			'GET /siparisler endsAt in backlinkler',
			'differs',
			'bitis: date DD.MM.YYYY HH:mm',
			'reads 0 of 1 dates',
		],
		[
			'GET /siparisler fields beside the lists',
			'differs',
			'sonrakiSayfa',
			'reads one page, if these are pages',
		],
		[
			'GET /siparisler list without a limit',
			'differs',
			'2 orders, 4 with a high limit',
			'Return All gives 2 orders',
		],
		[
			'GET /krediler rate limit headers',
			'differs',
			'x-ratelimit-policy: x x',
			'reads none: it finds the pace by itself',
		],
		['GET /check-service-unknown-path status', 'differs', '200', 'reads the answer'],
	],
};
