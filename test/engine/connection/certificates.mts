import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

export interface Certificate {
	cert: string;
	key: string;
}

export interface Authority extends Certificate {
	name: string;
	privateKey: KeyObject;
}

interface Wanted {
	host: string;
	/** Default: from one year ago to one year from now. */
	validFrom?: Date;
	validTo?: Date;
	purpose?: 'server' | 'client';
	/** Bits of an RSA key; undefined = an elliptic-curve key. */
	rsaBits?: number;
	/** Issuer of the certificate; undefined = self-signed. */
	authority?: Authority;
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
export const yearsFromNow = (years: number) => new Date(Date.now() + years * YEAR_MS);

const PURPOSES = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' };
let serialNumber = 0;

/** Makes a certificate authority. A client trusts the authority only if it gets `cert`. */
export function newAuthority(name: string): Authority {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const isAuthority = extension('2.5.29.19', sequence(yes), true);
	const cert = signed({
		subject: name,
		issuer: name,
		publicKey,
		privateKey,
		validFrom: yearsFromNow(-1),
		validTo: yearsFromNow(1),
		extensions: [isAuthority],
	});
	return { name, privateKey, cert, key: inPem(privateKey) };
}

export function newCertificate(wanted: Wanted): Certificate {
	const { host, authority, purpose = 'server', rsaBits } = wanted;
	const { privateKey, publicKey } =
		rsaBits === undefined
			? generateKeyPairSync('ec', { namedCurve: 'P-256' })
			: generateKeyPairSync('rsa', { modulusLength: rsaBits });
	const hostName = tagged(0x82, Buffer.from(host));
	const cert = signed({
		subject: host,
		issuer: authority?.name ?? host,
		publicKey,
		privateKey: authority?.privateKey ?? privateKey,
		validFrom: wanted.validFrom ?? yearsFromNow(-1),
		validTo: wanted.validTo ?? yearsFromNow(1),
		extensions: [
			extension('2.5.29.17', sequence(hostName)),
			extension('2.5.29.37', sequence(identifier(PURPOSES[purpose]))),
		],
	});
	return { cert, key: inPem(privateKey) };
}

interface Contents {
	subject: string;
	issuer: string;
	publicKey: KeyObject;
	privateKey: KeyObject;
	validFrom: Date;
	validTo: Date;
	extensions: Buffer[];
}

/** Signs a certificate in the form of RFC 5280, section 4.1, and writes it as PEM. */
function signed(contents: Contents): string {
	const isElliptic = contents.privateKey.asymmetricKeyType === 'ec';
	const algorithm = isElliptic
		? sequence(identifier('1.2.840.10045.4.3.2'))
		: sequence(identifier('1.2.840.113549.1.1.11'), tagged(0x05));
	serialNumber += 1;
	const body = sequence(
		tagged(0xa0, integer(2)),
		integer(serialNumber),
		algorithm,
		distinguishedName(contents.issuer),
		sequence(time(contents.validFrom), time(contents.validTo)),
		distinguishedName(contents.subject),
		contents.publicKey.export({ type: 'spki', format: 'der' }),
		tagged(0xa3, sequence(...contents.extensions)),
	);
	const signature = sign('sha256', body, contents.privateKey);
	const der = sequence(body, algorithm, bitString(signature));
	const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
	return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function distinguishedName(commonName: string): Buffer {
	return sequence(set(sequence(identifier('2.5.4.3'), text(commonName))));
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
	return sequence(identifier(id), ...(isCritical ? [yes] : []), octetString(value));
}

function inPem(key: KeyObject): string {
	return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

// Functions below encode DER (ITU-T X.690), as far as a certificate needs it.

/** Encodes a value with its tag and length. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	return Buffer.concat([Buffer.of(tag), length(content.length), content]);
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts);
const set = (...parts: Buffer[]) => tagged(0x31, ...parts);
const octetString = (content: Buffer) => tagged(0x04, content);
const text = (content: string) => tagged(0x0c, Buffer.from(content));
const yes = tagged(0x01, Buffer.of(0xff));

/** Encodes a whole number from 0 to 127. */
const integer = (value: number) => tagged(0x02, Buffer.of(value));

/** Encodes whole bytes; the 0 means that no bit of the last byte is unused. */
const bitString = (content: Buffer) => tagged(0x03, Buffer.of(0), content);

/** Encodes an object identifier such as `2.5.4.3`. */
function identifier(dotted: string): Buffer {
	const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
	return tagged(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

/** Encodes a time between 1950 and 2049, to the second (UTCTime). */
function time(date: Date): Buffer {
	const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '');
	return tagged(0x17, Buffer.from(digits.slice(2)));
}

function length(count: number): Buffer {
	if (count < 0x80) return Buffer.of(count);
	if (count < 0x100) return Buffer.of(0x81, count);
	return Buffer.of(0x82, count >> 8, count & 0xff);
}

function base128(value: number): number[] {
	const high = value >> 7;
	return high === 0 ? [value] : [...base128(high).map((byte) => byte | 0x80), value & 0x7f];
}
