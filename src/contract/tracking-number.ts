/** The tracking numbers of the server that comes with the app are UUIDs. Other servers may have other forms. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const LINK_PARAMETER = /[?&]guid=([^&#\s]+)/i;
const REFERENCE = /\bSND-[A-Z0-9]+\b/i;

/** What a user entered to find a parcel. */
export type TrackingInput = { kind: 'number'; number: string } | { kind: 'reference'; reference: string };

/**
 * Finds the tracking number in what was typed or pasted: the number itself, a tracking link, or a message that
 * contains either. A reference ("SND-20417") is no tracking number, because it is short enough to be guessed.
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

/** A malformed escape sequence is left as it is; the server then finds no package. */
function decodeParameter(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The message for guests who enter a reference. A reference can be guessed, so it shows them no delivery. */
export function explainReference(reference: string): string {
  return `${reference} is a reference. Enter the tracking number from our email, or log in to see your deliveries.`;
}
