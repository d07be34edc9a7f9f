import { readTrackingInput } from '../../contract/tracking-number.ts';

/**
 * The tracking number or the reference in a text, which may be a link or a message: the form submits it as it is before
 * hydration, and another app shares it. Without a number the text itself is looked up, so that the page says that it
 * found nothing.
 */
export function numberInText(text: string): string | undefined {
  const entered = readTrackingInput(text);
  return (entered.kind === 'number' ? entered.number : entered.reference) || undefined;
}
