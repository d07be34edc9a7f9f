import { html, raw } from 'hono/html';
import { displayStatusOfOrder } from '../../src/contract/display-status.ts';
import { ERROR_MESSAGES } from '../../src/contract/errors.ts';
import type { OrderEvent, Tracking } from '../../src/contract/order.ts';
import { TRACKING_ANSWER_ID, TRACKING_DATA_ID } from '../../src/contract/pages.ts';
import { describeSlot } from '../../src/contract/slot-text.ts';
import { DISPLAY_STATUS_LABELS, FINAL_ORDER_STATUSES } from '../../src/contract/status.ts';
import { explainReference, readTrackingInput } from '../../src/contract/tracking-number.ts';
import { eventText, trackingHeadline } from '../../src/contract/tracking-text.ts';

/** The result of a look-up for the page; `failed` also if the database did not respond in time. */
export type TrackingAnswer =
  | { kind: 'found'; tracking: Tracking }
  | { kind: 'unknown' }
  | { kind: 'limited' }
  | { kind: 'failed' };

const ANSWER_ELEMENT = new RegExp(`(<div\\b[^>]*\\bid="${TRACKING_ANSWER_ID}"[^>]*>)(</div>)`);
const NUMBER_FIELD = /<input\b[^>]*\bname="guid"[^>]*>/g;

/**
 * Writes the answer to a look-up into the prerendered tracking page, for browsers without scripts and for the time until
 * the app has loaded. The element is empty in the prerendered page, and React ignores its content.
 * @param entered what the person entered, as it is in the URL
 */
export function writeTrackingAnswer(page: string, entered: string, answer: TrackingAnswer): string {
  const markup = String(markupOf(entered.trim(), answer));
  const filled = page
    .replace(ANSWER_ELEMENT, (_, start: string, end: string) => `${start}${markup}${end}`)
    .replace(NUMBER_FIELD, (field) => field.replace('value=""', () => `value="${html`${entered.trim()}`}"`));
  return answer.kind === 'found' ? addData(filled, answer.tracking) : filled;
}

/** The script in the head reads it, so that the app does not request the same package again. */
function addData(page: string, tracking: Tracking): string {
  // A text cannot end the element.
  const json = JSON.stringify(tracking).replaceAll('<', '\\u003c');
  return page.replace(
    '<style>',
    (style) => `<script type="application/json" id="${TRACKING_DATA_ID}">${json}</script>${style}`,
  );
}

function markupOf(entered: string, answer: TrackingAnswer) {
  switch (answer.kind) {
    case 'found':
      return resultMarkup(answer.tracking);
    case 'unknown': {
      const input = readTrackingInput(entered);
      if (input.kind === 'reference') return html`<p>${explainReference(input.reference)}</p>`;
      return html`<h2>No package found</h2><p>${ERROR_MESSAGES.ORDER_NOT_FOUND}. Check the tracking number and try again.</p>`;
    }
    case 'limited':
      return retryMarkup(entered, 'You have looked up many packages. Wait a minute, then try again.');
    case 'failed':
      return retryMarkup(entered, "We couldn't look up this package. Try again in a moment.");
  }
}

function retryMarkup(entered: string, sentence: string) {
  return html`<p>${sentence}</p><p><a href="/tracking?guid=${encodeURIComponent(entered)}">Try again</a></p>`;
}

function resultMarkup(tracking: Tracking) {
  const status = displayStatusOfOrder(tracking);
  const to = tracking.to?.trim() || undefined;
  const headline = trackingHeadline(status, to);
  const expected = FINAL_ORDER_STATUSES.includes(tracking.status) ? undefined : expectedTime(tracking);
  const facts = [
    ['From', tracking.from?.trim()],
    ['To', to],
    ['Delivered', status === 'delivered' ? formatTime(tracking.deliveredTime) : undefined],
    ['Reference', tracking.referenceNumber],
    ['Tracking number', tracking.guid],
  ];
  const rows = facts.flatMap(([label, value]) => (value ? [html`<dt>${label}</dt><dd>${value}</dd>`] : []));
  return html`<p><a href="/tracking">Track another package</a></p><article aria-label="Tracking result"><p><b>${DISPLAY_STATUS_LABELS[status]}</b></p><h2>${expected ?? headline}</h2>${expected === undefined ? '' : html`<p>${headline}</p>`}<dl>${rows}</dl>${timelineMarkup(tracking.history ?? [])}</article>`;
}

function timelineMarkup(history: readonly OrderEvent[]) {
  if (history.length === 0) return raw('');
  const newestFirst = history
    .map((event, index) => ({ ...event, index }))
    .sort((a, b) => Date.parse(b.time) - Date.parse(a.time) || b.index - a.index);
  const items = newestFirst.map(({ type, time }) => {
    const { title, sentence } = eventText(type);
    return html`<li><b>${title}</b> <small>${formatTime(time)}</small><br>${sentence}</li>`;
  });
  return html`<h3>Timeline</h3><ol>${items}</ol>`;
}

/** "Tuesday, Nov 3, 2026, 2 to 4 PM"; undefined if nothing is scheduled. */
function expectedTime({ deliveryDate, deliveryTime }: Tracking): string | undefined {
  const day = new Date(`${deliveryDate}T00:00:00Z`);
  const date = Number.isNaN(day.getTime())
    ? undefined
    : day.toLocaleDateString('en-US', {
        weekday: 'long',
        month: 'short',
        day: 'numeric',
        year: 'numeric',
        timeZone: 'UTC',
      });
  return [date, describeSlot(deliveryTime)].filter(Boolean).join(', ') || undefined;
}

/** The server does not know the time zone of the person. */
function formatTime(time: string | null | undefined): string {
  if (!time) return 'Unknown time';
  const text = new Date(time).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${text} UTC`;
}
