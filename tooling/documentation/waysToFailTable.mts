import { waysToFail } from '../../test/engine/connection/waysToFail.mts';
import type { WayToFail } from '../../test/engine/connection/wayToFail.mts';
import { markdownTable } from '../markdownTable.mts';

const STAGES: Record<WayToFail['stage'], string> = {
	address: 'no address is reached',
	proxy: 'the proxy does not connect',
	handshake: 'the connection is not secure yet',
	connection: 'the connection stands',
};

/** The table of the ways to fail that the tests make for real, in Markdown. Each n8n tells the same. */
export function waysToFailTable(): string {
	const rows = waysToFail.map(({ stage, situation, told }) => [
		STAGES[stage],
		situation,
		told === 'unknown' ? '**unknown**' : told,
	]);
	return markdownTable(['how far it comes', 'what happens', 'what the node says'], rows);
}
