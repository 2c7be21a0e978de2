import { orderEvidenceIn } from '../../nodes/BacklinkPanel/orders/evidence/orderEvidence.ts';

export const ADDRESS = 'https://example.com/page';

/** What a list of these backlinks says of an order. */
export const evidence = (subject: string, ...backlinkler: unknown[]) =>
	orderEvidenceIn({ backlinkler, tanitimlar: [] } as never).evidenceFor(subject);

/** What a list of articles with these titles says of one. */
export const articleEvidence = (title: string, ...titles: string[]) =>
	orderEvidenceIn({
		backlinkler: [],
		tanitimlar: titles.map((baslik, index) => ({ id: `tn_${index}`, baslik })),
	}).evidenceFor(title);
