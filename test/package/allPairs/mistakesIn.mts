import type { Books } from '../../sandbox/sandboxClient.mts';
import { type Combination, isTool } from './factors.mts';
import { NAMES, namesHit, namesOf, roundsOf } from './items.mts';
import type { Told, ToldByExecution } from './whatWasTold.mts';

/** Checks the charges and the reports of a combination by the rules below. @returns the broken rules, as text */
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

/** Allows no more charges than the user wants and, after an execution that succeeds, no fewer. */
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

/** Requires that each charge is reported, never as “not charged”, and that each reported answer was charged. */
function aboutWords(
	combination: Combination,
	name: string,
	executions: OfName,
	charges: number,
): Rule[] {
	const told = executions.flatMap((execution) => execution.told);
	const answers = new Set(told.flatMap(({ answer }) => answer ?? [])).size;
	const { sameItem, expressions, idempotencyKey, retryButton } = combination;
	// The node refuses a further item with the same key if its order differs.
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

/** Requires that an order without an answer is reported as unknown, and a refused order as not charged. */
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
	// Looks at the first execution only, because a Retry may find an order of another Retry in flight.
	const isRefusalUnknown = executions[0]?.told.some(isUnknown) ?? false;
	return [
		[isRefused && isRefusalUnknown, 'was refused, and told as unknown'],
		[fault === 'refusedAlways' && charges > 0, 'was refused, and charged'],
		[isBroken && goesOn(combination) && !isToldUnknown, 'is unknown, and not told so'],
	];
}

/** Requires that the node ends as On Error says, and that every item comes out once. */
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
	/** Fewest orders, if the last execution succeeds. */
	least: number;
	most: number;
	/** True if the node is to order the item at all. */
	isOrdered: boolean;
}

/**
 * Counts the orders that the user of a combination wants to pay for an item.
 * @param executions number of executions, including retries
 */
function wantedOrders(combination: Combination, name: string, executions: number): Wanted {
	const { idempotencyKey, sendUnknownAgain, expressions, loop, fault, retryButton, sameItem } =
		combination;
	const runs = ordersOf(combination).filter((each) => each === name).length;
	const isHit = namesHit(combination).includes(name);
	const isRefused = isHit && fault !== 'tooManyOnce';
	const isChanging = expressions === 'changing';
	const hasKey = idempotencyKey === 'on';
	// A tool returns the first order if an agent sends the same request again.
	const isOneOrder = hasKey || (isTool(combination) && !isChanging);
	const orders = isOneOrder ? Math.min(1, runs) : runs;
	const isUnknown = isHit && (fault === 'brokenAfterwards' || fault === 'brokenBefore');

	let most = orders;
	// A Retry makes the agent ask again, and the tool finds its order only by an equal request.
	const isOther = isChanging || retryButton === 'edited';
	if (isTool(combination) && isOther && !hasKey) most *= executions;
	// A round finds the unknown order of another round only by an equal request.
	const isKept = sameItem === 'once' && sendUnknownAgain === 'off';
	if (isUnknown && loop === 'sameItems' && !isChanging && isKept) most = Math.min(1, most);
	if (isUnknown && loop === 'errorsLedBack' && isChanging && !hasKey) most += 1;
	if (isUnknown && sendUnknownAgain === 'on') most += executions - 1;
	return { least: isRefused ? 0 : orders, most, isOrdered: runs > 0 };
}

/** Lists the names of the items to order, once for each order. */
function ordersOf(combination: Combination): string[] {
	const { pinnedData, executeOnce, loop } = combination;
	if (pinnedData === 'itself') return [];
	const rounds = roundsOf(loop, namesOf(combination));
	return rounds.flatMap((round) => (executeOnce === 'on' ? round.slice(0, 1) : round));
}
