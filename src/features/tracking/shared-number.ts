import { readTrackingInput } from '../../contract/tracking-number.ts';

type Shared = { [Part in 'url' | 'text' | 'title']?: string | undefined };

/**
 * The tracking number in what another app has shared. Some apps put a link into the text, and some into the address.
 * Without a number the text itself is looked up, so that the page says that it found nothing.
 */
export function findSharedNumber({ url, text, title }: Shared): string | undefined {
  const parts = [url, text, title].filter((part) => part !== undefined && part.trim() !== '');
  const numbers = parts.flatMap((part = '') => {
    const found = readTrackingInput(part);
    return found.kind === 'number' && found.number !== part.trim() ? [found.number] : [];
  });
  return numbers[0] ?? text ?? url ?? title;
}
