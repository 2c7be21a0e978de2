import type { Words } from './Words.mts';

export const english: Words = {
	operations: { head: ['operation', 'what it does', 'price'] },
	errors: {
		head: [
			'what happens',
			'`reason`',
			'status',
			'`kod`',
			'`message`',
			'`charged`',
			'`retryable`',
			'`description`',
		],
		situations: {
			yetkisiz: 'The key is missing or unknown',
			krediYetersiz: 'Too few credits',
			uygunSiteYok: 'No site can take the order',
			limit: 'The rate limit, longer than Max Wait for Rate Limit',
			limitAsked: 'The service asks for a longer wait than Max Wait for Rate Limit allows',
			limitOfPoll: 'The rate limit, in a poll of the trigger',
			refused: 'Any other refusal (4xx)',
			orderNotFound: 'Order → Get: no order has the ID',
			noSitePublished: 'An article that no site publishes',
			invalidParameter: 'A field that cannot be sent',
			invalidCredential: 'A credential that cannot be used',
			maxCredits: 'Max Credits per Execution is reached',
			minimumBalance: 'Minimum Balance to Keep is reached',
			orderStoreUnavailable: 'n8n’s store for processed data does not answer',
			notSent: 'Not sent: refused connection, unknown host, certificate, proxy',
			notStarted: 'Not sent: the user stopped the execution, or ten answers in a row were lost',
			unexpectedAnswer: 'Reads: an answer of another form',
			readFailed: 'Reads: sent, but no usable answer',
			outcomeUnknown:
				'Orders: sent, but no usable answer: timeout, reset, 5xx, 408, redirect, cut or empty answer, a refusal that contradicts itself',
			notConfirmed: '`ok: false` with another `kod` at status 200',
			keyClash: 'Two items have the same Idempotency Key and order different things',
			tooManyKeys: 'More than 10,000 items with an Idempotency Key at once',
		},
		asSent: 'as sent',
		namesTheField: 'names the field and what is wrong with it',
		namesTheId: 'names the ID',
	},
	charges: {
		head: ['situation', 'requests to order', 'credits charged'],
		situations: {
			allSucceed: 'Five backlinks for one month each, all succeed',
			refusedOnceRetryOnFail: 'The third of them is refused once, with Retry On Fail',
			refusedOnceRetryButton:
				'The third of them is refused once, then the Retry button of the execution',
			firstRefusedInEachTry:
				'The first of them is refused in each of three tries, with Continue and Retry On Fail',
			connectionBreaks: 'The connection breaks after the third was placed, with Retry On Fail',
			changingAnchor:
				'Their anchor text contains `{{ $now }}`, the third is refused once, Retry On Fail',
			editedBeforeRetry:
				'The last of six is refused, the anchor text is edited, “Retry with currently saved workflow”',
			retriedAgain:
				'The second is refused, its Retry fails at the fifth, Retry of the first execution again',
			retriedTwiceAtOnce: 'The second is refused, Retry is pressed twice at the same moment',
			loopWithLimit: 'A loop of two rounds with one backlink each, Max Credits per Execution 1',
			agentRepeats: 'An AI agent makes the same call three times in one execution',
			mcpClientRepeats:
				'An MCP client makes the same call three times within ten minutes, not in queue mode',
			executedTwice: 'One backlink, the workflow is executed twice',
			executedTwiceWithKey: 'One backlink with an Idempotency Key, the workflow is executed twice',
			stepExecutedTwice: 'One backlink, the step is executed twice in the editor within an hour',
			stepExecutedWithOtherAnchor: 'The same with another anchor text the second time',
			retryFromNothing:
				'Five backlinks, n8n is restarted after the second, then the Retry button of the execution',
			subWorkflowRetried:
				'One backlink in a sub-workflow, which Retry On Fail of Execute Workflow runs twice',
			subWorkflowRetriedWithKey: 'The same with an Idempotency Key',
			copiedWorkflow: 'One backlink with an Idempotency Key, in a workflow and in a copy of it',
			answerLostWithKey:
				'One backlink with an Idempotency Key, its answer is lost, the workflow is executed again',
			sameBacklinkTwice: 'The same backlink twice in one run, without keys',
			keyNotAccepted: 'An API key that is not accepted (401)',
			tooFewCredits: 'Too few credits (402)',
			rateLimit: 'The rate limit (429) once, then free',
			noAnswerInTime: 'No answer in time, though the order was placed',
			invalidField: 'A field that cannot be sent',
			dryRun: 'Dry Run',
			maxCredits: 'Five backlinks with Max Credits per Execution 3',
			articleOnFourSites: 'An article that four sites publish',
			articleOnNoSite: 'An article that no site publishes',
		},
	},
};
