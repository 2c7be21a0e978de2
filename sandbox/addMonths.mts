/** The same day of the month `months` later (UTC), or that month's last day when it is shorter. */
export function addMonths(date: Date, months: number): Date {
	const later = new Date(date);
	later.setUTCDate(1);
	later.setUTCMonth(later.getUTCMonth() + months);
	const daysOfMonth = new Date(
		Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0),
	).getUTCDate();
	later.setUTCDate(Math.min(date.getUTCDate(), daysOfMonth));
	return later;
}
