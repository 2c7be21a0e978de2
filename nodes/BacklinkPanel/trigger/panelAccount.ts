import { createHash } from 'node:crypto';

/** What tells, from one poll to the next, whether the node still looks at the same account. */
export type AccessMarks = {
	/** Changes with the credential that the node names, and with the panel's address. */
	credential: string;
	/** Changes with the API key. */
	key: string;
};

/** Which of the marks are others than at the last poll. */
export interface AccessChange {
	isOtherCredential: boolean;
	isOtherKey: boolean;
}

/** So short that it shows a change but nobody can find out from it which key it was. */
const MARK_LENGTH = 6;

/** The marks of a credential, to be kept in n8n's database; the key is not in them. */
export function accessMarks(
	credentialId: string | null | undefined,
	baseUrl: string,
	apiKey: string,
): AccessMarks {
	return { credential: mark([credentialId ?? null, baseUrl]), key: mark([baseUrl, apiKey]) };
}

function mark(parts: unknown[]): string {
	return createHash('sha256')
		.update(JSON.stringify(parts))
		.digest('base64url')
		.slice(0, MARK_LENGTH);
}

/** Compares the marks of a poll with those of the last one, if there was one. */
export function accessChange(marks: AccessMarks, last: AccessMarks | undefined): AccessChange {
	return {
		isOtherCredential: last !== undefined && last.credential !== marks.credential,
		isOtherKey: last !== undefined && last.key !== marks.key,
	};
}

/**
 * Whether a balance is that of another account, as far as a balance can tell. Another key in the same
 * credential is a renewed one: what happened meanwhile must not be lost.
 *
 * @param notes is told of it
 */
export function isOtherAccount(
	{ isOtherCredential, isOtherKey }: AccessChange,
	notes: { say(text: string): void },
): boolean {
	if (isOtherCredential && isOtherKey) {
		notes.say(
			'The node uses another credential with another API key: this poll is the new baseline.',
		);
	} else if (isOtherKey) {
		notes.say(
			'The credential has another API key than at the last poll. The balance is still compared with the last one, because a key can be renewed.',
		);
	}
	return isOtherCredential && isOtherKey;
}
