import dayjs from 'dayjs';
import { DELIVERY_SPEEDS } from '../contract/delivery-type.ts';
import type { Order } from '../contract/order.ts';

/** An expected delivery in a calendar. Days are local; without a time the event lasts whole days. */
export type CalendarEvent = {
  /** The same event keeps its id, so that adding it again updates it instead of adding a second one. */
  uid: string;
  title: string;
  /** "2026-11-24" or "2026-11-24T14:00". */
  start: string;
  /** The end, which is not part of the event. */
  end: string;
  description: string;
  url?: string;
};

/** The days on which a request that was sent at a time is expected, before it is scheduled: "1-2 days" and so on. */
export function expectedDays(deliveryType: number, sentAt: number): Pick<CalendarEvent, 'start' | 'end'> {
  const [first, last] = { standard: [1, 2], express: [1, 1], 'same-day': [0, 0] }[
    DELIVERY_SPEEDS[deliveryType] ?? 'standard'
  ];
  const day = (offset: number) => dayjs(sentAt).add(offset, 'day').format('YYYY-MM-DD');
  return { start: day(first ?? 1), end: day((last ?? 2) + 1) };
}

/** "14:00 - 16:00" or "9:00 - 11:00". */
const SLOT = /^\s*((?:[01]?\d|2[0-3]):[0-5]\d)\s*[-–]\s*((?:[01]?\d|2[0-3]):[0-5]\d)\s*$/;

/** The scheduled time of an order, or undefined while it has none. */
export function scheduledTime(
  order: Pick<Order, 'deliveryDate' | 'deliveryTime'> | null | undefined,
): Pick<CalendarEvent, 'start' | 'end'> | undefined {
  const date = dayjs(order?.deliveryDate ?? undefined);
  if (!order?.deliveryDate || !date.isValid()) return undefined;
  const day = date.format('YYYY-MM-DD');
  const next = date.add(1, 'day').format('YYYY-MM-DD');
  const [, from, to] = SLOT.exec(order.deliveryTime ?? '')?.map((time) => time.padStart(5, '0')) ?? [];
  if (from === undefined || to === undefined) return { start: day, end: next };
  // A slot may end at midnight.
  return { start: `${day}T${from}`, end: `${to > from ? day : next}T${to}` };
}

/** An event in the format of calendars (RFC 5545). */
export function calendarFile(event: CalendarEvent, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Send//Deliveries//EN',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART${dateValue(event.start)}`,
    `DTEND${dateValue(event.end)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    ...(event.url === undefined ? [] : [`URL:${event.url}`]),
    // The day does not make the user busy, because they need not be there all the time.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function dateValue(time: string): string {
  const digits = time.replaceAll(/[-:]/g, '');
  return digits.includes('T') ? `:${digits}00` : `;VALUE=DATE:${digits}`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** A line may have 75 bytes; a longer one continues after a line break and a space. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > 74) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
