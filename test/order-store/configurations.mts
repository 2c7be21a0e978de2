import { entriesOfKey } from '../../nodes/BacklinkPanel/orders/store/keyEntries.ts';
import { INITIAL_ROW_ENTRIES } from '../../nodes/BacklinkPanel/orders/store/WorkflowRow.ts';
import { NOW, type Configuration } from './everyInterleaving.mts';
import { orderStore, removeDuplicates, runsOfTheNode } from './programs.mts';
import type { Truth } from './state.mts';
import type { Program } from './SteppedProcess.mts';

export interface Check {
	name: string;
	configuration: Configuration;
	/** True if the check must find a violation, because an assumption of the store is broken. */
	isBroken?: boolean;
	/** True if the check is so long that only `npm run check-order-store` runs it. */
	isLong?: boolean;
}

const SLOT = 600_000;
const { paid, sent, unknown, claimed } = entriesOfKey('a', NOW);
const [now, before] = claimed;

/** Entries that a lookup may find for a key, with the truth about its order. */
const forms: Record<string, { entries: string[]; truth: Truth }> = {
	'new key': { entries: [], truth: 'unsent' },
	'paid key': { entries: [sent, paid[1]], truth: 'paid' },
	'paid key without its `sent` entry': { entries: [paid[0]], truth: 'paid' },
	'paid key, after a crashed lookup': { entries: [sent, ...paid], truth: 'paid' },
	'unknown key': { entries: [sent, ...unknown.slice(1)], truth: 'unknown' },
	'unknown key, claimed just now': {
		entries: [sent, ...unknown.slice(0, -1), now],
		truth: 'unknown',
	},
	'unknown key, claimed in the slot before': {
		entries: [sent, ...unknown.slice(0, -1), before],
		truth: 'unknown',
	},
};

interface Sketch {
	/** Nodes of the processes, a letter each: processes with the same letter run the same node. */
	nodes: string;
	/** Runs of each process, each run as its keys, such as `ab`. Default: one run with key a. */
	runs?: string[][];
	resends?: boolean;
	truth?: Record<string, Truth>;
	entries?: string[];
}

function sketched(sketch: Sketch, more: Partial<Configuration> = {}): Configuration {
	const { nodes, runs = [], resends = false, entries = [] } = sketch;
	const processes = Array.from(nodes, (node, process) => {
		const nodeRuns = runs[process] ?? ['a'];
		const program = runsOfTheNode(
			orderStore,
			nodeRuns.map((keys) => ({ keys: [...keys], resendsUnknown: resends })),
		);
		return { node, program, mayResend: resends };
	});
	const row = [...INITIAL_ROW_ENTRIES, 'an entry of another node', ...entries];
	return { store: orderStore, processes, row, truth: sketch.truth ?? { a: 'unsent' }, ...more };
}

const twoKeys: Record<string, Truth> = { a: 'unsent', b: 'unsent' };
const onlyPaid = { outcomes: ['paid'] as const };

export const everyForm: Check[] = ['XX', 'XY'].flatMap((nodes) =>
	Object.entries(forms).flatMap(([form, { entries, truth }]) =>
		(truth === 'unknown' ? [false, true] : [false]).map((resends) => ({
			name: `${inWords(nodes)}, ${form}${resends ? ', sent again' : ''}, a crash`,
			configuration: sketched({ nodes, entries, truth: { a: truth }, resends }, { crashes: 1 }),
		})),
	),
);

export const otherCases: Check[] = [
	{
		name: 'one node, new key, sent again, two crashes',
		configuration: sketched({ nodes: 'XX', resends: true }, { crashes: 2 }),
	},
	{
		name: 'two nodes, new key, sent again, two crashes',
		isLong: true,
		configuration: sketched({ nodes: 'XY', resends: true }, { crashes: 2, mostWrites: 1 }),
	},
	{
		name: 'one node, new key, two runs each, a crash',
		isLong: true,
		configuration: sketched(
			{
				nodes: 'XX',
				runs: [
					['a', 'a'],
					['a', 'a'],
				],
			},
			{ crashes: 1 },
		),
	},
	{
		name: 'one node, two new keys, a crash',
		isLong: true,
		configuration: sketched(
			{ nodes: 'XX', runs: [['ab'], ['ab']], truth: twoKeys },
			{ crashes: 1 },
		),
	},
	{
		name: 'two nodes, different new keys, a crash',
		isLong: true,
		configuration: sketched(
			{ nodes: 'XY', runs: [['a'], ['b']], truth: twoKeys },
			{ crashes: 1, mostWrites: 1 },
		),
	},
	{
		name: 'two nodes, two new keys in both, paid',
		configuration: sketched(
			{ nodes: 'XY', runs: [['ab'], ['ab']], truth: twoKeys },
			{ ...onlyPaid, mostWrites: 1 },
		),
	},
	{
		name: 'two nodes, new key, one run and two runs, paid',
		isLong: true,
		configuration: sketched(
			{ nodes: 'XY', runs: [['a'], ['a', 'a']] },
			{ ...onlyPaid, mostWrites: 1 },
		),
	},
	{
		name: 'two nodes, paid key, one run and two runs',
		isLong: true,
		configuration: sketched(
			{ nodes: 'XY', runs: [['a'], ['a', 'a']], truth: { a: 'paid' }, entries: [sent, paid[0]] },
			{ mostWrites: 1 },
		),
	},
	{
		name: 'two nodes, unknown key, one run and three runs',
		isLong: true,
		configuration: sketched(
			{
				nodes: 'XY',
				runs: [['a'], ['a', 'a', 'a']],
				truth: { a: 'unknown' },
				entries: [sent, ...unknown.slice(1)],
			},
			{ mostWrites: 1 },
		),
	},
	{
		name: 'one node, a lock left by a crash, both wait for it, a crash',
		isLong: true,
		configuration: sketched({ nodes: 'XX' }, { lockLeftBy: 'X', crashes: 1, mostWrites: 1 }),
	},
	{
		name: 'two nodes, there is no row yet, a crash',
		isLong: true,
		configuration: sketched({ nodes: 'XY' }, { row: null, crashes: 1, mostWrites: 1 }),
	},
	{
		name: 'one node, three processes, new key, paid',
		isLong: true,
		configuration: sketched({ nodes: 'XXX' }, { ...onlyPaid, mostWrites: 1 }),
	},
	{
		name: 'one node and a Remove Duplicates node that runs three times, a crash',
		configuration: {
			...besideRemoveDuplicates(removeDuplicates(3, 10_000, true)),
			crashes: 1,
		},
	},
	{
		name: 'one node and a Remove Duplicates node with little history, a crash',
		configuration: {
			...besideRemoveDuplicates(removeDuplicates(3, 5, true)),
			row: null,
			crashes: 1,
		},
	},
	{
		name: 'one node, and another one that shortens the row, a crash',
		configuration: {
			...besideRemoveDuplicates(removeDuplicates(2, 3, false)),
			crashes: 1,
		},
	},
	{
		name: 'two nodes, clocks ten minutes apart, unknown key, sent again',
		configuration: withOtherClock(
			sketched(
				{
					nodes: 'XY',
					resends: true,
					truth: { a: 'unknown' },
					entries: [sent, ...unknown.slice(1)],
				},
				{ mostWrites: 1 },
			),
		),
	},
	{
		name: 'one node, no write is given time to settle, a crash',
		configuration: sketched({ nodes: 'XX' }, { neverSettles: true, crashes: 1 }),
	},
];

/** Checks in which an assumption of the store is broken: each must find a violation. */
export const brokenAssumptions: Check[] = [
	{
		name: 'two nodes, a call takes longer than settling',
		configuration: sketched({ nodes: 'XY' }, { neverSettles: true, mostWrites: 1 }),
	},
	{
		name: 'one node, a lock left by a crash, no write is given time to settle',
		isLong: true,
		configuration: sketched(
			{ nodes: 'XX' },
			{ neverSettles: true, lockLeftBy: 'X', mostWrites: 1 },
		),
	},
	{
		name: 'one node, one call takes longer than 120 s',
		configuration: sketched({ nodes: 'XX' }, { stalls: 1 }),
	},
].map((check) => ({ ...check, isBroken: true }));

function besideRemoveDuplicates(program: Program): Configuration {
	const configuration = sketched({ nodes: 'X' });
	return {
		...configuration,
		processes: [...configuration.processes, { node: 'Remove Duplicates', program }],
	};
}

/** Sets the clocks of all processes but the first one slot (ten minutes) ahead. */
function withOtherClock(configuration: Configuration): Configuration {
	const [first, ...others] = configuration.processes;
	if (!first) return configuration;
	const ahead = others.map((each) => ({ ...each, wallTime: NOW + SLOT }));
	return { ...configuration, processes: [first, ...ahead] };
}

function inWords(nodes: string): string {
	return new Set(nodes).size === 1 ? 'one node' : 'two nodes';
}
