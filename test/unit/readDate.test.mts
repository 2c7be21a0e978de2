import { dateReader, isTimezone } from '../../nodes/BacklinkPanel/api/readDate.ts';

const inIstanbul = dateReader('Europe/Istanbul');
const iso = (time: number | undefined) =>
	time === undefined ? undefined : new Date(time).toISOString();

test.each([
	['2026-12-31T23:59:59Z', '2026-12-31T23:59:59.000Z'],
	['2026-12-31T23:59:59.123Z', '2026-12-31T23:59:59.123Z'],
	['2026-12-31T23:59:59.123456Z', '2026-12-31T23:59:59.123Z'],
	['2026-12-31t23:59z', '2026-12-31T23:59:00.000Z'],
	['2026-12-31T23:59:59+03:00', '2026-12-31T20:59:59.000Z'],
	['2026-12-31T23:59:59-0530', '2027-01-01T05:29:59.000Z'],
	['2026-12-31T23:59:59+03', '2026-12-31T20:59:59.000Z'],
	[' 2026-12-31 23:59:59 ', '2026-12-31T20:59:59.000Z'],
	['2026-12-31 23:59', '2026-12-31T20:59:00.000Z'],
	['2026-12-31T23:59:59', '2026-12-31T20:59:59.000Z'],
	['2026-12-31', '2026-12-31T20:59:59.000Z'],
	['2028-02-29', '2028-02-29T20:59:59.000Z'],
	[1798761599, '2026-12-31T23:59:59.000Z'],
	[1798761599000, '2026-12-31T23:59:59.000Z'],
	['1798761599', '2026-12-31T23:59:59.000Z'],
	['1798761599000', '2026-12-31T23:59:59.000Z'],
])('%j is %s', (value, time) => {
	expect(iso(inIstanbul(value))).toBe(time);
});

test.each([
	['31.12.2026'],
	['12/31/2026'],
	['31/12/2026'],
	['2026-02-30'],
	['2026-13-01'],
	['2026-12-31T25:00:00Z'],
	['2026-12-31T10:60:00Z'],
	['2026-12-31T10:00:00+25:00'],
	['2026-12-31T10:00:00+03:60'],
	['2026-12-31T10:00:00-99'],
	['0001-01-01'],
	['2026-1-5'],
	['yarın'],
	['süresiz'],
	[''],
	['0000-00-00 00:00:00'],
	[20261231],
	['20261231'],
	[0],
	[-1],
	[12],
	[Number.NaN],
	[1e20],
	[null],
	[undefined],
	[true],
	[{}],
	[['2026-12-31']],
])('%j is no date: it is not guessed', (value) => {
	expect(inIstanbul(value)).toBeUndefined();
});

test.each([
	['Europe/Berlin', '2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
	['Europe/Berlin', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
	['Europe/Berlin', '2026-10-25 03:30:00', '2026-10-25T02:30:00.000Z'],
	['America/New_York', '2026-07-01 00:00:00', '2026-07-01T04:00:00.000Z'],
	['UTC', '2026-07-01 00:00:00', '2026-07-01T00:00:00.000Z'],
])('in %s, %s is %s', (timezone, text, time) => {
	expect(iso(dateReader(timezone)(text))).toBe(time);
});

test.each(['UTC', 'Europe/Istanbul', 'europe/istanbul', 'Etc/GMT+3'])(
	'%s is a time zone',
	(name) => {
		expect(isTimezone(name)).toBe(true);
	},
);

test.each([['Mars/Olympus'], [''], [' '], ['DEFAULT'], ['Türkiye'], [undefined]])(
	'%j is no time zone',
	(name) => {
		expect(isTimezone(name)).toBe(false);
	},
);
