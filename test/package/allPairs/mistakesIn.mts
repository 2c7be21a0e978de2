import type { Books } from '../../sandbox/sandboxClient.mts';
import { type Combination, isTool } from './factors.mts';
import { NAMES, namesHit, namesOf, roundsOf } from './items.mts';
import type { Told, ToldByExecution } from './whatWasTold.mts';

/** What is wrong with what a combination paid and told; nothing, if all is well. */
export function mistakesIn(
	combination: Combination,
	executions: ToldByExecution[],
	books: Books,
): string[] {
	const ofItems = NAMES.flatMap((name) => {
		const charges = books.charges.filter(({ subject }) => subject.includes(name)).length;
		const ofName = executions.map(({ isSuccess, told }) => ({
			isSuccess,
			told: told.filter((each) => each.name === name),
		}));
		const rules = [
			...aboutCharges(combination, name, ofName, charges),
			...aboutWords(combination, name, ofName, charges),
			...aboutTheFault(combination, name, ofName, charges),
		];
		return broken(rules).map((mistake) => `${name} ${mistake}`);
	});
	return [...ofItems, ...broken(aboutTheExecution(combination, executions[0]))];
}

type Rule = readonly [isBroken: boolean, mistake: string];
type OfName = Array<Pick<ToldByExecution, 'isSuccess' | 'told'>>;

function broken(rules: Rule[]): string[] {
	return rules.flatMap(([isBroken, mistake]) => (isBroken ? [mistake] : []));
}

/** Nothing that is wanted once is charged twice; where all went well, all that is wanted is charged. */
function aboutCharges(
	combination: Combination,
	name: string,
	executions: OfName,
	charges: number,
): Rule[] {
	const { least, most } = wantedOrders(combination, name, executions.length);
	const isDone = lastOf(combination, executions).some(({ isSuccess }) => isSuccess);
	return [
		[charges > most, `was charged ${charges} times, wanted ${most}`],
		[isDone && charges < least, `was charged ${charges} times, wanted ${least}`],
	];
}

/** Each charge is told, and nothing as charged that was not, or the other way round. */
function aboutWords(
	combination: Combination,
	name: string,
	executions: OfName,
	charges: number,
): Rule[] {
	const told = executions.flatMap((execution) => execution.told);
	const answers = new Set(told.flatMap(({ answer }) => answer ?? [])).size;
	const { sameItem, expressions, idempotencyKey, retryButton } = combination;
	// Items with the same key that order different things are refused, but for the first.
	const isClash = sameItem === 'twice' && expressions === 'changing' && idempotencyKey === 'on';
	const { most } = wantedOrders(combination, name, executions.length);
	const hasLastWord = most === 1 && !isClash && retryButton !== 'twiceAtOnce';
	const lastWord = executions.at(-1)?.told.at(-1)?.word;
	return [
		[
			charges > 0 && told.every(({ word }) => word === 'notCharged'),
			'was charged, and is told nowhere',
		],
		[answers > charges, `was charged ${charges} times, and told as ordered ${answers} times`],
		[
			charges === 1 && hasLastWord && lastWord === 'notCharged',
			'was charged, and told as not charged',
		],
	];
}

/** What is unknown is told as unknown, and what was refused as not charged. */
function aboutTheFault(
	combination: Combination,
	name: string,
	executions: OfName,
	charges: number,
): Rule[] {
	const { fault } = combination;
	const { isOrdered } = wantedOrders(combination, name, 1);
	if (!isOrdered || !namesHit(combination).includes(name)) return [];
	const isRefused = fault === 'refusedAlways' || fault === 'refusedOnce';
	const isBroken = fault === 'brokenAfterwards' || fault === 'brokenBefore';
	const isUnknown = ({ word }: Told) => word === 'unknown';
	const isToldUnknown = executions.some(({ told }) => told.some(isUnknown));
	// A retry may find the order of another one that is in flight.
	const isRefusalUnknown = executions[0]?.told.some(isUnknown) ?? false;
	return [
		[isRefused && isRefusalUnknown, 'was refused, and told as unknown'],
		[fault === 'refusedAlways' && charges > 0, 'was refused, and charged'],
		[isBroken && goesOn(combination) && !isToldUnknown, 'is unknown, and not told so'],
	];
}

/** The node ends as On Error says, and every item comes out once. */
function aboutTheExecution(
	combination: Combination,
	original: ToldByExecution | undefined,
): Rule[] {
	const { retryButton, loop, pinnedData, nodeBehind, executeOnce } = combination;
	const isSuccess = original?.isSuccess ?? false;
	const isOneRun = loop === 'none' && pinnedData !== 'itself' && !isTool(combination);
	const wanted = executeOnce === 'on' ? 1 : namesOf(combination).length;
	return [
		[goesOn(combination) && nodeBehind === 'works' && !isSuccess, 'The execution failed'],
		[retryButton !== 'none' && isSuccess, 'There was nothing to retry'],
		[
			goesOn(combination) && isOneRun && original?.items !== wanted,
			`${original?.items} items came out of ${wanted}`,
		],
	];
}

function goesOn(combination: Combination): boolean {
	return combination.onError !== 'stopWorkflow' || isTool(combination);
}

function lastOf({ retryButton }: Combination, executions: OfName): OfName {
	return executions.slice(retryButton === 'twiceAtOnce' ? -2 : -1);
}

interface Wanted {
	/** Where everything ended well. */
	least: number;
	most: number;
	/** Whether the node is to order it at all. */
	isOrdered: boolean;
}

/**
 * What the user of a combination wants to pay for an item.
 *
 * @param executions how many there were, retries included
 */
function wantedOrders(combination: Combination, name: string, executions: number): Wanted {
	const { idempotencyKey, sendUnknownAgain, expressions, loop, fault, retryButton, sameItem } =
		combination;
	const runs = ordersOf(combination).filter((each) => each === name).length;
	const isHit = namesHit(combination).includes(name);
	const isRefused = isHit && fault !== 'tooManyOnce';
	const isChanging = expressions === 'changing';
	const hasKey = idempotencyKey === 'on';
	// An agent that asks for the same once more is answered with the first order.
	const isOneOrder = hasKey || (isTool(combination) && !isChanging);
	const orders = isOneOrder ? Math.min(1, runs) : runs;
	const isUnknown = isHit && (fault === 'brokenAfterwards' || fault === 'brokenBefore');

	let most = orders;
	// A retry makes the agent ask again: what its request comes to tells orders apart.
	const isOther = isChanging || retryButton === 'edited';
	if (isTool(combination) && isOther && !hasKey) most *= executions;
	// What another round has left unknown is recognised by what the request comes to.
	const isKept = sameItem === 'once' && sendUnknownAgain === 'off';
	if (isUnknown && loop === 'sameItems' && !isChanging && isKept) most = Math.min(1, most);
	if (isUnknown && loop === 'errorsLedBack' && isChanging && !hasKey) most += 1;
	if (isUnknown && sendUnknownAgain === 'on') most += executions - 1;
	return { least: isRefused ? 0 : orders, most, isOrdered: runs > 0 };
}

/** The names of the items for which the node is to order, once for each order. */
function ordersOf(combination: Combination): string[] {
	const { pinnedData, executeOnce, loop } = combination;
	if (pinnedData === 'itself') return [];
	const rounds = roundsOf(loop, namesOf(combination));
	return rounds.flatMap((round) => (executeOnce === 'on' ? round.slice(0, 1) : round));
}
