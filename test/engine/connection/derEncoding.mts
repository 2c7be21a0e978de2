/** The few forms of DER (ITU-T X.690) that a certificate is made of. */

/** A value with its tag and length. */
export function tagged(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	return Buffer.concat([Buffer.of(tag), length(content.length), content]);
}

export const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts);
export const set = (...parts: Buffer[]) => tagged(0x31, ...parts);
export const octetString = (content: Buffer) => tagged(0x04, content);
export const text = (content: string) => tagged(0x0c, Buffer.from(content));
export const yes = tagged(0x01, Buffer.of(0xff));

/** A whole number from 0 to 127. */
export const integer = (value: number) => tagged(0x02, Buffer.of(value));

/** Whole bytes, no bits left over. */
export const bitString = (content: Buffer) => tagged(0x03, Buffer.of(0), content);

/** An object identifier such as `2.5.4.3`. */
export function identifier(dotted: string): Buffer {
	const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
	return tagged(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

/** A time between 1950 and 2049, to the second. */
export function time(date: Date): Buffer {
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
