/** Numbers between these can only be a time in seconds or in ms: 2001 to 5138. Others are no dates. */
const SECONDS = { from: 1e9, to: 1e11 };
const MILLISECONDS = { from: 1e12, to: 1e14 };

const ISO_DATE =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

const MINUTE_MS = 60_000;
const FARTHEST_OFFSET_HOURS = 14;

/** The time that a value stands for, in ms; undefined where that would be a guess. */
export type DateReader = (value: unknown) => number | undefined;

/**
 * Reads ISO 8601, `YYYY-MM-DD HH:mm:ss`, and epoch seconds and milliseconds. A date without a time
 * counts until the end of its day.
 *
 * @param timezone of dates and times that name none
 */
export function dateReader(timezone: string): DateReader {
	const offsetAt = zoneOffset(timezone);

	function readText(text: string): number | undefined {
		if (/^(\d{10}|\d{13})$/.test(text)) return readNumber(Number(text));
		const [match, year, month, day, hour, minute, second, fraction, zone] =
			ISO_DATE.exec(text) ?? [];
		if (match === undefined) return undefined;
		const isDay = hour === undefined;
		const wallTime = Date.UTC(
			Number(year),
			Number(month) - 1,
			Number(day),
			Number(hour ?? 23),
			Number(minute ?? 59),
			Number(second ?? (isDay ? 59 : 0)),
			Number(`0.${fraction ?? '0'}`) * 1000,
		);
		const isReal = new Date(wallTime).toISOString().startsWith(`${year}-${month}-${day}`);
		if (!isReal || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) {
			return undefined;
		}
		if (zone !== undefined) {
			const offset = namedOffset(zone);
			return offset === undefined ? undefined : wallTime - offset;
		}
		// The offset is that of the result, which is known only nearly at first.
		return wallTime - offsetAt(wallTime - offsetAt(wallTime));
	}

	return (value) => {
		if (typeof value === 'number') return readNumber(value);
		return typeof value === 'string' ? readText(value.trim()) : undefined;
	};
}

/** Whether dates can be read in a time zone of this name. */
export function isTimezone(name: string | undefined): name is string {
	if (!name) return false;
	try {
		new Intl.DateTimeFormat('en-US', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

function readNumber(number: number): number | undefined {
	if (number >= SECONDS.from && number < SECONDS.to) return number * 1000;
	if (number >= MILLISECONDS.from && number < MILLISECONDS.to) return number;
	return undefined;
}

/** In ms; undefined where no place on earth has such an offset. */
function namedOffset(zone: string): number | undefined {
	if (zone.toUpperCase() === 'Z') return 0;
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', '') || 0);
	if (hours > FARTHEST_OFFSET_HOURS || minutes > 59) return undefined;
	const offset = (hours * 60 + minutes) * MINUTE_MS;
	return zone.startsWith('-') ? -offset : offset;
}

/** How far the clocks of a time zone are ahead of UTC at a time, in ms. */
function zoneOffset(timezone: string): (time: number) => number {
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone: timezone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	});
	return (time) => {
		const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
		const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
		const wallTime = Date.UTC(
			part('year'),
			part('month') - 1,
			part('day'),
			part('hour'),
			part('minute'),
			part('second'),
		);
		return wallTime - Math.floor(time / 1000) * 1000;
	};
}
