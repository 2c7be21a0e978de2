import { dateReader, isTimezone } from '../../nodes/BacklinkPanel/api/readDate.ts';

const iso = (time: number | undefined) => time && new Date(time).toISOString();

test.each([
	['2026-12-31T23:59:59.123456Z', '2026-12-31T23:59:59.123Z'],
	['2026-12-31t23:59z', '2026-12-31T23:59:00.000Z'],
	['2026-12-31T23:59:59+03:00', '2026-12-31T20:59:59.000Z'],
	['2026-12-31T23:59:59-0530', '2027-01-01T05:29:59.000Z'],
	['2026-12-31T23:59:59+03', '2026-12-31T20:59:59.000Z'],
	[' 2026-12-31 23:59:59 ', '2026-12-31T20:59:59.000Z'],
	['2026-12-31T23:59', '2026-12-31T20:59:00.000Z'],
	['2028-02-29', '2028-02-29T20:59:59.000Z'],
	[1798761599, '2026-12-31T23:59:59.000Z'],
	['1798761599000', '2026-12-31T23:59:59.000Z'],
	[1e9, '2001-09-09T01:46:40.000Z'],
	[1e12, '2001-09-09T01:46:40.000Z'],
])('%j is %s', (value, time) => {
	expect(iso(dateReader('Europe/Istanbul')(value))).toBe(time);
});

test.each([
	...[
		'31.12.2026',
		'12/31/2026',
		'2026-02-30',
		'2026-13-01',
		'0001-01-01',
		'2026-1-5',
		'12026-12-01',
	],
	...['2026-12-31T25:00:00Z', '2026-12-31T10:60:00Z', '2026-12-31T10:00:00+25:00'],
	...['2026-12-31T10:00:00+03:60', '2026-12-01T09:30:00Zulu', '0000-00-00 00:00:00'],
	...['yarın', '', '20261231', '20261231120000', 20261231, 0, -1, 12, Number.NaN, 1e11, 1e14],
	...[null, undefined, true, {}, ['2026-12-31']],
])('%j is no date: it is not guessed', (value) => {
	expect(dateReader('Europe/Istanbul')(value)).toBeUndefined();
});

test.each([
	['Europe/Berlin', '2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
	['Europe/Berlin', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
	['Europe/Berlin', '2026-10-25 03:30:00', '2026-10-25T02:30:00.000Z'],
	['America/New_York', '2026-07-01 00:00:00', '2026-07-01T04:00:00.000Z'],
])('in %s, %s is %s', (timezone, text, time) => {
	expect(iso(dateReader(timezone)(text))).toBe(time);
});

test.each([
	[true, ['UTC', 'europe/istanbul', 'Etc/GMT+3']],
	[false, ['Mars/Olympus', '', ' ', 'DEFAULT', undefined]],
])('%s: of the time zones %j', (isOne, names) => {
	for (const name of names) expect(isTimezone(name)).toBe(isOne);
});
