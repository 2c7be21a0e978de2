import { createHash } from 'node:crypto';

/** Tells, from one poll to the next, whether the node still reads the same account. */
export type CredentialFingerprint = {
	/** Changes with the credential that the node names, and with the panel's address. */
	credential: string;
	/** Changes with the API key. */
	key: string;
};

/** What has changed since the last poll. */
export interface CredentialChange {
	isOtherCredential: boolean;
	isOtherKey: boolean;
}

/** So short that it shows a change but nobody can find out from it which key it was. */
const FINGERPRINT_LENGTH = 6;

/** To be kept in n8n's database; nobody can read the key from it. */
export function credentialFingerprint(
	credentialId: string | null | undefined,
	baseUrl: string,
	apiKey: string,
): CredentialFingerprint {
	return {
		credential: shortHash([credentialId ?? null, baseUrl]),
		key: shortHash([baseUrl, apiKey]),
	};
}

function shortHash(parts: unknown[]): string {
	return createHash('sha256')
		.update(JSON.stringify(parts))
		.digest('base64url')
		.slice(0, FINGERPRINT_LENGTH);
}

/** @param last undefined on the first poll */
export function credentialChange(
	fingerprint: CredentialFingerprint,
	last: CredentialFingerprint | undefined,
): CredentialChange {
	return {
		isOtherCredential: last !== undefined && last.credential !== fingerprint.credential,
		isOtherKey: last !== undefined && last.key !== fingerprint.key,
	};
}

/**
 * Whether a balance counts as that of another account, with a warning in the log. Another key in the same
 * credential is a renewed one: a change of the balance meanwhile must not be lost.
 */
export function isOtherAccount(
	{ isOtherCredential, isOtherKey }: CredentialChange,
	warn: (text: string) => void,
): boolean {
	if (isOtherCredential && isOtherKey) {
		warn('The node uses another credential with another API key: this poll is the new baseline.');
	} else if (isOtherKey) {
		warn(
			'The credential has another API key than at the last poll. The balance is still compared with the last one, because a key can be renewed.',
		);
	}
	return isOtherCredential && isOtherKey;
}
