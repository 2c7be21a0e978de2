import {
	NOT_SENT_CAUSES,
	type NotSentCause,
} from '../../nodes/BacklinkPanel/errors/notSentCauses.ts';

// The keys are those of the table.
const causes = Object.keys(NOT_SENT_CAUSES) as NotSentCause[];

test.each(causes)('%s: the user reads what happened, and what to do', (cause) => {
	const { clause, advice } = NOT_SENT_CAUSES[cause];
	// It follows “The service could not be reached: ”.
	expect(clause).toMatch(/^[a-z].*[a-z]$/);
	expect(advice).toMatch(/^(Check|Ask|Select) .*\.$/);
});

test('no two causes are told in the same words', () => {
	expect(new Set(causes.map((cause) => NOT_SENT_CAUSES[cause].clause)).size).toBe(causes.length);
});

test.each<[string, NotSentCause[]]>([
	['the network', ['connectionRefused', 'hostUnreachable', 'connectionTimedOut']],
	['the proxy settings', ['proxyRefused', 'proxyUnavailable']],
	['uses https', ['handshake']],
	['the host name of the certificate', ['certificate']],
	['the administrator', ['blocked']],
	['the credential in the node', ['credentialUnreadable']],
	['the Base URL', ['nameUnknown', 'invalidAddress']],
])('where to look is %s', (place, ofCauses) => {
	for (const cause of ofCauses) expect(NOT_SENT_CAUSES[cause].advice).toContain(place);
});
