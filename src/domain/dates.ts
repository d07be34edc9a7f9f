import dayjs from 'dayjs';

type TimeInput = string | number | null | undefined;

/** "Nov 1, 2026", or undefined if the text is not a date. */
export const formatDate = formatter('MMM D, YYYY');

/** "4:05 PM". */
export const formatTime = formatter('h:mm A');

/** "Nov 1, 2026, 4:05 PM". */
export const formatDateTime = formatter('MMM D, YYYY, h:mm A');

/** "01 Nov, 2026 • 16:05", the format of the payment history. */
export const formatPaymentDate = formatter('DD MMM, YYYY • HH:mm');

/** "2026-11-01", as in a date field. */
export const formatDateField = formatter('YYYY-MM-DD');

/** "November 2026", the heading over a month of payments. */
export const formatMonth = formatter('MMMM YYYY');

/** "Today", "Tomorrow" or the date. */
export function formatDay(time: TimeInput, now: number = Date.now()): string | undefined {
  const day = parseTime(time);
  if (day === undefined) return undefined;
  if (day.isSame(now, 'day')) return 'Today';
  if (day.isSame(dayjs(now).add(1, 'day'), 'day')) return 'Tomorrow';
  return formatDate(time);
}

/** Writes "today" and "tomorrow" in lower case, for the middle of a sentence; a date stays as it is. */
export function lowerCaseDay(day: string): string {
  return isNearDay(day) ? day.toLowerCase() : day;
}

/** Whether `formatDay` named the day by a word. */
export function isNearDay(day: string): boolean {
  return day === 'Today' || day === 'Tomorrow';
}

export function isPastDay(time: TimeInput, now: number): boolean {
  return parseTime(time)?.isBefore(now, 'day') ?? false;
}

/** The time in milliseconds for sorting; a time that cannot be parsed counts as older than any other. */
export function timeValue(time: string): number {
  return parseTime(time)?.valueOf() ?? Number.MIN_SAFE_INTEGER;
}

function formatter(pattern: string) {
  return (time: TimeInput): string | undefined => parseTime(time)?.format(pattern);
}

function parseTime(time: TimeInput): dayjs.Dayjs | undefined {
  if (time === null || time === undefined || time === '') return undefined;
  const parsed = dayjs(time);
  return parsed.isValid() ? parsed : undefined;
}
