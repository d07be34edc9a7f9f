import type { FocusEvent } from 'react';

/**
 * Shows a whole text area that receives the focus. Browsers only scroll to its caret, so that the action bar may cover
 * the rest (LAY-12). A pressed pointer is already at the text area, which must not move away from it.
 */
export function revealField({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void {
  if (!currentTarget.matches(':active')) currentTarget.scrollIntoView({ block: 'nearest' });
}
