/** A narrow space that some versions of the ICU library put before AM and PM. */
const NARROW_SPACE = /\u202f/g;
const DAY = { month: 'short', day: 'numeric', year: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** "Nov 3, 2026", as the app writes it (domain/dates.ts), on the calendar of a time zone. */
export function dateText(time: Date, timeZone: string): string {
  return time.toLocaleDateString('en-US', { ...DAY, timeZone });
}

/** "Nov 3, 2026, 4:05 PM UTC". */
export function dateTimeText(time: Date, timeZone: string): string {
  return time.toLocaleString('en-US', { ...DAY, ...TIME, timeZone }).replace(NARROW_SPACE, ' ');
}

/** The day of a time on the calendar of a time zone, as the API writes it: "2026-11-03". */
export function apiDay(time: Date, timeZone: string): string {
  // Swedish dates have this format.
  return time.toLocaleDateString('sv-SE', { timeZone });
}

/** The hour of a time in a time zone, from 0 to 23. */
export function apiHour(time: Date, timeZone: string): number {
  return Number(time.toLocaleString('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }));
}

/** The text of a day of the API ("2026-11-03"); undefined if it is none. */
export function dayText(day: string | null | undefined): string | undefined {
  const time = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? undefined : dateText(time, 'UTC');
}
