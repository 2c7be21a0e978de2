import { waysToFail } from '../../test/engine/connection/waysToFail.mts';
import type { EngineName, WayToFail } from '../../test/engine/connection/wayToFail.mts';
import { markdownTable } from '../markdownTable.mts';

const STAGES: Record<WayToFail['stage'], string> = {
	address: 'no address is reached',
	proxy: 'the proxy does not connect',
	handshake: 'the connection is not secure yet',
	connection: 'the connection stands',
};

const NEWEST: EngineName = '2.41';
const OLDER: EngineName[] = ['1.123', '1.85'];

/** The table of the ways to fail that the tests make for real, in Markdown. */
export function waysToFailTable(): string {
	const rows = waysToFail.map((way) => [
		STAGES[way.stage],
		way.situation,
		inBold(way.told),
		...OLDER.map((engine) => whereOtherwise(way, engine)),
	]);
	const head = [
		'how far it comes',
		'what happens',
		`n8n ${NEWEST}`,
		...OLDER.map((n) => `n8n ${n}`),
	];
	return markdownTable(head, rows);
}

function whereOtherwise({ told, otherwise, notOn }: WayToFail, engine: EngineName): string {
	if (notOn?.includes(engine)) return '–';
	const toldThere = otherwise?.[engine]?.told ?? told;
	return toldThere === told ? 'the same' : inBold(toldThere);
}

function inBold(told: WayToFail['told']): string {
	return told === 'unknown' ? '**unknown**' : told;
}
