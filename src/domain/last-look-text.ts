import { describeSlot } from '../contract/slot-text.ts';
import { type DisplayStatus, STATUS_WORDS } from '../contract/status.ts';
import { formatDay, isPastDay, lowerCaseDay } from './dates.ts';
import { isFinal } from './display-status.ts';
import { formatCount } from './format.ts';

/** What a user has seen of a delivery: its status, and the day and time slot of its arrival as the API sent them. */
export type Look = { status: DisplayStatus; day: string; slot: string };

/** A delivery that was seen before and is seen now. */
export type LookChange = { title: string; before: Look; after: Look };

/** Below the heading there is room for this many characters on two lines of a narrow phone. */
const LINE_MAX_LENGTH = 66;

/** "Since you last looked: collected, arrives tomorrow 2 to 4 PM"; undefined if status and arrival are the same. */
export function describeLookChange(before: Look, after: Look, now: number): string | undefined {
  const change = changeWords(before, after, now);
  return change && sinceLastLook(change);
}

/** The same for a list: one delivery with its name, or how many have changed. */
export function describeLookChanges(changes: readonly LookChange[], now: number): string | undefined {
  const changed = changes.flatMap(({ title, before, after }) => {
    const words = changeWords(before, after, now);
    return words === undefined ? [] : [{ title, before, after, words }];
  });
  const [first] = changed;
  if (first === undefined) return undefined;
  if (changed.length === 1) {
    const line = sinceLastLook(`${first.title} ${first.words}`);
    if (line.length <= LINE_MAX_LENGTH) return line;
    const statusLine = sinceLastLook(`${first.title} ${statusWords(first.before, first.after)}`);
    if (first.before.status !== first.after.status && statusLine.length <= LINE_MAX_LENGTH) return statusLine;
  }
  return sinceLastLook(formatCount(changed.length, 'delivery has changed', 'deliveries have changed'));
}

function sinceLastLook(change: string): string {
  return `Since you last looked: ${change}`;
}

function changeWords(before: Look, after: Look, now: number): string | undefined {
  const isSameStatus = before.status === after.status;
  if (isSameStatus && before.day === after.day && before.slot === after.slot) return undefined;
  // After the end the planned arrival means nothing.
  const arrival = isFinal(after.status) ? undefined : arrivalWords(before, after, now);
  const status = isSameStatus ? undefined : statusWords(before, after);
  return [status, arrival].filter(Boolean).join(', ') || undefined;
}

/** A parcel that goes on after a stop was collected long before. */
function statusWords(before: Look, after: Look): string {
  const isOnward = before.status === 'servicing' || before.status === 'issue';
  return after.status === 'inTransit' && isOnward ? 'on its way again' : STATUS_WORDS[after.status];
}

/** "arrives tomorrow 2 to 4 PM". With a new status the arrival is said again, because it is what people want to know. */
function arrivalWords(before: Look, after: Look, now: number): string | undefined {
  const day = formatDay(after.day, now);
  if (day === undefined) return before.day === '' ? undefined : 'the arrival is not scheduled yet';
  if (isPastDay(after.day, now)) return undefined;
  const words = ['arrives', lowerCaseDay(day), describeSlot(after.slot)].filter(Boolean).join(' ');
  const isNew = before.status === after.status && before.day !== '';
  return isNew ? `now ${words}` : words;
}
