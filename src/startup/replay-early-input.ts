import type { EarlyInput } from './early-input.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Resolves when no input method is composing text, because hydration would interrupt it. */
export async function waitForComposition(input: EarlyInput): Promise<void> {
  if (!input.isComposing) return;
  await new Promise((resolve) => addEventListener('compositionend', resolve, { once: true }));
}

/** Tells React what happened on the prerendered page. Call it in the same task as `hydrateRoot`. */
export function replayEarlyInput(root: HTMLElement, input: EarlyInput): void {
  input.stop();
  const focused = document.activeElement;
  // The values are read before the first event, because React resets the fields when it renders again.
  const typed = [...root.querySelectorAll<TextField>('input, textarea')]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map(readValue);
  for (const { field } of typed) hydrateAround(field);
  for (const value of typed) announceValue(value);
  if (focused && focused !== root && root.contains(focused)) {
    hydrateAround(focused);
    focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  }
  // Receiving the focus opens a list of suggestions, which the user may have closed before.
  input.dismissedField?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  if (input.actions.length > 0) {
    for (const element of root.querySelectorAll('a, button')) hydrateAround(element);
    void runInOrder(input.actions);
  }
}

type TypedValue = {
  field: TextField;
  value: string;
  selection: [start: number | null, end: number | null, direction: TextField['selectionDirection']];
};

function readValue(field: TextField): TypedValue {
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  return { field, value, selection: [selectionStart, selectionEnd, selectionDirection] };
}

/** React hydrates the ancestors of an element at once if a discrete event reaches it. No handler uses this event. */
export function hydrateAround(element: Element | null): void {
  element?.dispatchEvent(new Event('auxclick', { bubbles: true }));
}

/**
 * React compares the value of a field with the last value that it has seen, which at hydration is the typed text. The
 * field's own setter is React's and records an empty value; the setter of the prototype leaves no record.
 */
function announceValue({ field, value, selection: [start, end, direction] }: TypedValue): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  // Fields for emails and numbers have no selection.
  if (start !== null) field.setSelectionRange(start, end, direction ?? 'none');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** React renders in a microtask after each press, so that two presses on one button toggle it twice. */
async function runInOrder(actions: readonly (() => void)[]): Promise<void> {
  for (const action of actions) {
    await Promise.resolve();
    action();
  }
}
