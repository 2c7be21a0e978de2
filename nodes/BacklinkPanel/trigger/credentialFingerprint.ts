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
