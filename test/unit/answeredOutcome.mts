import { classifyResponse } from '../../nodes/BacklinkPanel/api/classifyResponse.ts';
import { toErrorJson } from '../../nodes/BacklinkPanel/errors/nodeError.ts';

interface Answered {
	status?: number;
	body?: unknown;
}

/** What a create or a read came to that did not succeed. */
function failed({ status = 200, body = '' }: Answered, spendsCredits: boolean) {
	const result = classifyResponse({ statusCode: status, headers: {}, body }, spendsCredits, {});
	if (result.kind === 'answer') throw new Error('taken for a success');
	return { ...result, ...toErrorJson(result) };
}

export const whenCreating = (answered: Answered) => failed(answered, true);
export const whenReading = (answered: Answered) => failed(answered, false);

export const refusal = (kod: unknown, hata: unknown = 'açıklama') => ({ ok: false, kod, hata });
export const html = '<!DOCTYPE html>\n<html><body><h1>Panel</h1></body></html>';
