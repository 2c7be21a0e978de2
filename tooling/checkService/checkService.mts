import type { ServiceRecord } from '../../sandbox/recorded/serviceRecord.mts';
import { answerFindings, balanceFindings } from './answerFindings.mts';
import { ask, type Asked, type Question, questions, type Service } from './askService.mts';
import { backlinkFindings, backlinkQuestion, type Backlink } from './backlink.mts';
import type { Finding } from './finding.mts';
import { limitFindings, type ListLimits, listLimitsOf } from './limitFindings.mts';
import { balanceOf, bodyOf, inWords, outcomeOf } from './nodeReading.mts';
import { orderFindings } from './orderFindings.mts';
import { rateFindings } from './rateFindings.mts';
import { recordOf } from './record.mts';

/** What else may be asked. */
export interface CheckOptions {
	/** One backlink of one month to buy; nothing is spent without it. */
	backlink?: Backlink;
	/** Asks once with a made-up key; some services lock an account for that. */
	asksWithWrongKey?: boolean;
	/** Is told what is about to be spent. */
	say: (text: string) => void;
}

/** What came of it. */
export interface CheckResult {
	findings: Finding[];
	record: ServiceRecord;
	/** Why not everything could be asked; undefined where it could. */
	stopped: string | undefined;
}

/** Asks the service, compares what it answers, and makes a record of it. Never throws for an answer. */
export async function checkService(service: Service, options: CheckOptions): Promise<CheckResult> {
	const { all, stopped } = await askAll(service, options);
	const named = (name: Question['name']) => all.find(({ question }) => question.name === name);
	const bodyNamed = (name: Question['name']) => {
		const asked = named(name);
		return asked && bodyOf(asked);
	};
	const [balance, backlink] = [named('balance'), named('backlink')];
	const [orders, limited] = [bodyNamed('orders'), bodyNamed('ordersLimit1')];
	let limits: ListLimits = { listLimit: null, defaultLimit: null };
	const findings = all.flatMap((asked) => answerFindings(asked, service));
	if (balance) findings.push(...balanceFindings(balance));
	if (backlink) findings.push(...backlinkFindings(bodyOf(backlink), orders));
	if (orders) findings.push(...orderFindings(orders));
	if (orders && limited) {
		const highLimit = bodyNamed('ordersHighLimit');
		limits = listLimitsOf(orders, limited, highLimit);
		findings.push(...limitFindings(orders, limited, highLimit));
	}
	findings.push(...rateFindings(all));
	return { findings, record: recordOf(all, limits, Date.now()), stopped };
}

/** Asks one question after another, until one cannot be asked. */
async function askAll(
	service: Service,
	{ backlink, asksWithWrongKey, say }: CheckOptions,
): Promise<{ all: Asked[]; stopped: string | undefined }> {
	const all: Asked[] = [];
	const further: Question[] = [
		...(backlink ? [backlinkQuestion(backlink)] : []),
		questions.orders,
		questions.ordersLimit1,
		questions.ordersHighLimit,
		questions.unknownPath,
		...(asksWithWrongKey ? [questions.wrongKey] : []),
	];
	for (const question of [questions.balance, ...further]) {
		if (question.method === 'POST') {
			const balance = balanceOf((all[0] && bodyOf(all[0])) as never);
			if (balance === undefined || balance < 1) {
				return { all, stopped: 'There is no balance to buy a backlink from; nothing was bought.' };
			}
			say(
				`Buying one backlink of one month: 1 credit as documented, of ${balance} on the account.`,
			);
		}
		const asked = await ask(service, question);
		all.push(asked);
		const stopped = reasonToStop(asked, service);
		if (stopped !== undefined) return { all, stopped };
	}
	return { all, stopped: undefined };
}

/** An answer that cannot be had, or a refusal for the key or the rate limit. */
function reasonToStop(asked: Asked, service: Service): string | undefined {
	const outcome = outcomeOf(asked, service);
	if (outcome.kind === 'answer') return undefined;
	const isOwnKeyRefused = outcome.reason === 'yetkisiz' && !asked.question.hasWrongKey;
	const ends = 'error' in asked || outcome.reason === 'limit' || isOwnKeyRefused;
	return ends ? inWords(outcome) : undefined;
}
