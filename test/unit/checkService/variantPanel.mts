import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { isObject } from '../../../sandbox/json.mts';

type Order = Record<string, unknown>;

/** A panel that is none of the sandbox's: how it answers is written by hand. */
export interface Variant {
	/** Newest first. */
	backlinks: Order[];
	articles: Order[];
	/** The lists as this panel writes them. */
	lists: (backlinks: Order[], articles: Order[], limit: number | null) => Record<string, unknown>;
	balance: Record<string, unknown>;
	unknownPath: { status: number; body: unknown };
	contentType: string;
	/** `remaining` requests are left, and in 30 s there are more. */
	rateLimitHeaders: (remaining: number) => Record<string, string>;
}

export interface VariantPanel {
	url: string;
	/** Each request as `GET /siparisler?limit=1`. */
	requests: string[];
	close(): Promise<void>;
}

export const variantKey = 'gizli_live_9f8e7d6c5b4a';

/** Starts a panel that answers as the variant says, to one key. */
export async function startVariant(variant: Variant): Promise<VariantPanel> {
	const requests: string[] = [];
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', 'http://panel');
		const path = url.pathname.replace('/api/v1', '');
		requests.push(`${request.method} ${path}${url.search}`);
		const { status, body } =
			request.headers.authorization === `Bearer ${variantKey}`
				? answer(variant, `${request.method} ${path}`, url.searchParams.get('limit'))
				: { status: 401, body: { ok: false, kod: 'yetkisiz', hata: 'Anahtar geçersiz' } };
		response.writeHead(status, {
			'content-type': variant.contentType,
			...variant.rateLimitHeaders(60 - requests.length),
		});
		response.end(isObject(body) ? JSON.stringify(body) : String(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function answer(variant: Variant, request: string, limit: string | null) {
	if (request === 'GET /krediler') return { status: 200, body: variant.balance };
	if (request !== 'GET /siparisler') return variant.unknownPath;
	const { backlinks, articles, lists } = variant;
	return { status: 200, body: lists(backlinks, articles, limit === null ? null : Number(limit)) };
}
