import { html, raw } from 'hono/html';
import { apiDay, dateTimeText, dayText } from '../../src/contract/date-text.ts';
import { ERROR_MESSAGES } from '../../src/contract/errors.ts';
import type { OrderEvent, ReferenceStatus, Tracking } from '../../src/contract/order.ts';
import { TRACKING_DATA_ID, TRACKING_RESULT_ID } from '../../src/contract/pages.ts';
import { describeSlot } from '../../src/contract/slot-text.ts';
import {
  DISPLAY_STATUS_LABELS,
  displayStatusOfOrder,
  displayStatusOfRequest,
  FINAL_ORDER_STATUSES,
} from '../../src/contract/status.ts';
import {
  explainUnknownReference,
  REFERENCE_HINT,
  readTrackingInput,
  TOO_MANY_REFERENCES,
} from '../../src/contract/tracking-number.ts';
import { eventText, trackingHeadline } from '../../src/contract/tracking-text.ts';

/** `limited`: the client has looked up too many packages; `failed`: also if the database did not respond in time. */
export type LookupResult =
  | { kind: 'found'; tracking: Tracking }
  | { kind: 'reference'; found: ReferenceStatus }
  | { kind: 'unknown' }
  | { kind: 'limited' }
  | { kind: 'failed' };

/** The time zone in which a day ends last: the server does not know that of the user. */
const LAST_TIME_ZONE = 'Etc/GMT+12';
const RESULT_ELEMENT = new RegExp(`(<div\\b[^>]*\\bid="${TRACKING_RESULT_ID}"[^>]*>)(</div>)`);
const NUMBER_FIELD = /<input\b[^>]*\bname="guid"[^>]*>/g;

/**
 * Inserts the result of a lookup into the prerendered tracking page. Browsers without scripts show it, and all others
 * until the app has loaded. The element is empty in the prerendered page, and React ignores its content.
 * @param entered the text in the URL that the user entered
 */
export function insertLookupResult(page: string, entered: string, result: LookupResult): string {
  const markup = String(renderResult(entered.trim(), result));
  const filled = page
    .replace(RESULT_ELEMENT, (_, start: string, end: string) => `${start}${markup}${end}`)
    .replace(NUMBER_FIELD, (field) => field.replace('value=""', () => `value="${html`${entered.trim()}`}"`));
  return result.kind === 'found' ? insertTrackingData(filled, result.tracking) : filled;
}

/** The script in the head reads this element, so that the app does not request the same package again. */
function insertTrackingData(page: string, tracking: Tracking): string {
  // Without the escape, a text that contains `</script>` would end the element.
  const json = JSON.stringify(tracking).replaceAll('<', '\\u003c');
  return page.replace(
    '<style>',
    (style) => `<script type="application/json" id="${TRACKING_DATA_ID}">${json}</script>${style}`,
  );
}

function renderResult(entered: string, result: LookupResult) {
  switch (result.kind) {
    case 'found':
      return renderTracking(result.tracking);
    case 'reference':
      return renderReference(result.found);
    case 'unknown': {
      const input = readTrackingInput(entered);
      if (input.kind === 'reference') return html`<p>${explainUnknownReference(input.reference)}</p>`;
      return html`<h2>No package found</h2><p>${ERROR_MESSAGES.ORDER_NOT_FOUND}. Check the tracking number and try again.</p>`;
    }
    case 'limited':
      if (readTrackingInput(entered).kind === 'reference') return html`<p>${TOO_MANY_REFERENCES}</p>`;
      return renderRetry(entered, 'You have looked up many packages. Wait a minute, then try again.');
    case 'failed':
      return renderRetry(entered, "We couldn't look up this package. Try again in a moment.");
  }
}

function renderRetry(entered: string, sentence: string) {
  return html`<p>${sentence}</p><p><a href="/tracking?guid=${encodeURIComponent(entered)}">Try again</a></p>`;
}

function renderReference({ referenceNumber, status, order }: ReferenceStatus) {
  const shown = order ? displayStatusOfOrder(order) : displayStatusOfRequest({ status });
  return html`<article aria-label="Tracking result"><p><b>${DISPLAY_STATUS_LABELS[shown]}</b></p><h2>${referenceNumber}</h2><p>${REFERENCE_HINT}</p></article>`;
}

function renderTracking(tracking: Tracking) {
  const status = displayStatusOfOrder(tracking);
  const to = tracking.to?.trim() || undefined;
  const headline = trackingHeadline(status, to);
  const { deliveryDate, status: orderStatus } = tracking;
  const hasPassed = typeof deliveryDate === 'string' && deliveryDate < apiDay(new Date(), LAST_TIME_ZONE);
  const expected =
    hasPassed || FINAL_ORDER_STATUSES.includes(orderStatus) ? undefined : expectedTime(tracking);
  const facts = [
    ['From', tracking.from?.trim()],
    ['To', to],
    ['Delivered', status === 'delivered' ? formatTime(tracking.deliveredTime) : undefined],
    ['Reference', tracking.referenceNumber],
    ['Tracking number', tracking.guid],
  ];
  const rows = facts.flatMap(([label, value]) => (value ? [html`<dt>${label}</dt><dd>${value}</dd>`] : []));
  return html`<p><a href="/tracking">Track another package</a></p><article aria-label="Tracking result"><p><b>${DISPLAY_STATUS_LABELS[status]}</b></p><h2>${expected ?? headline}</h2>${expected === undefined ? '' : html`<p>${headline}</p>`}<dl>${rows}</dl>${renderTimeline(tracking.history ?? [])}</article>`;
}

function renderTimeline(history: readonly OrderEvent[]) {
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

/** "Nov 3, 2026, 2 to 4 PM"; undefined if nothing is scheduled. */
function expectedTime({ deliveryDate, deliveryTime }: Tracking): string | undefined {
  return [dayText(deliveryDate), describeSlot(deliveryTime)].filter(Boolean).join(', ') || undefined;
}

/** The time is in UTC, because the server does not know the time zone of the user. */
function formatTime(time: string | null | undefined): string {
  return time ? dateTimeText(new Date(time), 'UTC') : 'Unknown time';
}
