import { readFileSync } from 'node:fs';

import { certificateCodes } from '../unit/certificateCodes.mts';

/** The codes that this Node has for a certificate it does not accept, from its own program. */
function certificateCodesOfNode(): string[] {
	const program = readFileSync(process.execPath, 'latin1');
	const names = [...program.matchAll(/(?<=\0)[A-Z]+(_[A-Z]+)*(?=\0)/g)].map(([name]) => name);
	const isOfCertificate =
		/^(CERT_(?!USAGE)|CRL_(?!DIST)|ERROR_IN_C|SELF_SIGNED_|DEPTH_ZERO_|PATH_LENGTH_|HOSTNAME_MIS|UNABLE_TO_|INVALID_(CA|PURPOSE)$|OUT_OF_MEM$|UNSPECIFIED$)/;
	return [...new Set(names.filter((name) => isOfCertificate.test(name)))];
}

test('this Node has no code for certificates that the tests of failed connections do not know', () => {
	const ofNode = certificateCodesOfNode();
	// As many as its documentation lists.
	expect(ofNode.length).toBeGreaterThanOrEqual(28);
	expect(ofNode.filter((code) => !certificateCodes.includes(code))).toEqual([]);
});
