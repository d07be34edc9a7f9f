/** The tracking numbers of the server that comes with the app are UUIDs. Other servers may have other forms. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** A text that is such a number and nothing else. */
export const TRACKING_NUMBER = new RegExp(`^${UUID.source}$`, 'i');
const LINK_PARAMETER = /[?&]guid=([^&#\s]+)/i;
const REFERENCE = /\bSND-[A-Z0-9]+\b/i;

/** What a user entered to find a parcel. */
type TrackingInput = { kind: 'number'; number: string } | { kind: 'reference'; reference: string };

/**
 * Finds the tracking number in what was typed or pasted: the number itself, a tracking link, or a message that
 * contains either. A reference ("SND-20417") is no tracking number: it is short enough to be guessed and reveals only the status.
 * Any other text is a number of another form.
 */
export function readTrackingInput(text: string): TrackingInput {
  const uuid = UUID.exec(text)?.[0];
  if (uuid) return { kind: 'number', number: uuid };
  const parameter = LINK_PARAMETER.exec(text)?.[1];
  if (parameter) return { kind: 'number', number: decodeParameter(parameter) };
  const reference = REFERENCE.exec(text)?.[0];
  if (reference) return { kind: 'reference', reference: reference.toUpperCase() };
  return { kind: 'number', number: text.trim() };
}

export function isReference(text: string | undefined): boolean {
  return text !== undefined && readTrackingInput(text).kind === 'reference';
}

/** A malformed escape sequence is left as it is; the server then finds no package. */
function decodeParameter(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** What to enter instead of a reference, which reveals only the status. */
export const REFERENCE_HINT =
  'A reference shows only the status. Enter the tracking number from our email to see places and times, or log in to see your deliveries.';

export function explainUnknownReference(reference: string): string {
  return `No delivery has the reference ${reference}. Check it, or enter the tracking number from our email.`;
}

export const TOO_MANY_REFERENCES =
  'Too many references were tried. Enter the tracking number from our email, or try again in an hour.';

/**
 * The tracking number or the reference in a text, which may be a link or a message: the form submits it as it is before
 * hydration, and another app shares it. Without a number the text itself is looked up, so that the page says that it
 * found nothing.
 */
export function numberInText(text: string): string | undefined {
  const entered = readTrackingInput(text);
  return (entered.kind === 'number' ? entered.number : entered.reference) || undefined;
}
