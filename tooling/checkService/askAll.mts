import { setTimeout as pause } from 'node:timers/promises';

import { balanceOf } from '../../nodes/BacklinkPanel/api/credits.ts';
import { toErrorJson } from '../../nodes/BacklinkPanel/errors/nodeError.ts';
import { type Asked, askPanel, bodyOf, type Panel, type Question } from './askPanel.mts';

/** Asks one question after another, the first one for the balance; `stopped` says why not all of them. */
export async function askAll(panel: Panel, wanted: Question[], pauseMs: number) {
	const all: Asked[] = [];
	for (const question of wanted) {
		if (question.method === 'POST' && (balanceOf(bodyOf(all[0])) ?? 0) < 1) {
			return { all, stopped: 'There is no balance to buy a backlink from; nothing was bought.' };
		}
		const asked = await askPanel(panel, question);
		all.push(asked);
		const stopped = reasonToStop(asked);
		if (stopped !== undefined) return { all, stopped };
		await pause(pauseMs);
	}
	return { all, stopped: undefined };
}

/** An answer that did not come, or a refusal for the key or the rate limit. */
function reasonToStop({ question, response, outcome }: Asked): string | undefined {
	if (outcome.kind === 'answer') return undefined;
	const isKeyRefused = outcome.reason === 'yetkisiz' && !question.hasWrongKey;
	if (response && outcome.reason !== 'limit' && !isKeyRefused) return undefined;
	// Without the service's own text.
	return `${toErrorJson({ ...outcome, hata: null }).message} (${outcome.detail})`;
}
