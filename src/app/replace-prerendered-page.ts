import { type FindCounterpart, focusableBefore, matchElements } from './counterparts.ts';
import { type EarlyInput, recordEarlyInput, type TextField } from './early-input.ts';

const TEXT_FIELDS = 'input:is([type="text"], [type="search"], :not([type])), textarea';

/**
 * The prerendered page stays on the screen until the live one is rendered, and is then replaced in one step, together
 * with the focus and everything that was typed and pressed so far. It is not hydrated, because it contains neither the
 * session nor the data of the person who opens it.
 * @returns the element to render the live page into
 */
export function replacePrerenderedPage(root: HTMLElement): HTMLElement {
  if (root.dataset.page === undefined) return root;
  // The live page stays out of the document until then: assistive technology must not find anything twice.
  const rendered = document.createElement('div');
  const input = recordEarlyInput(root);
  whenRendered(rendered, () => {
    if (input.isInGesture()) return false;
    const find = matchElements(root, rendered);
    if (isWaitingForField(root, find)) return false;
    replacePage(root, rendered, find, input);
    return true;
  });
  return rendered;
}

/** Calls `attempt` in every frame from the moment that the page is rendered, until it succeeds. */
function whenRendered(live: HTMLElement, attempt: () => boolean): void {
  const observer = new MutationObserver(() => {
    if (live.querySelector('h1') === null) return;
    observer.disconnect();
    // React runs the effects of a render after it, and one of them could reset a field that was filled in earlier.
    requestAnimationFrame(() => requestAnimationFrame(tryInFrame));
  });
  observer.observe(live, { childList: true, subtree: true });

  function tryInFrame() {
    if (!attempt()) requestAnimationFrame(tryInFrame);
  }
}

/** The live page disables a field until it knows the saved addresses: the focus and the next keys would be lost. */
function isWaitingForField(root: HTMLElement, find: FindCounterpart): boolean {
  return textFieldsIn(root)
    .filter((field) => field === document.activeElement || isTyped(field))
    .some((field) => find(field)?.matches(':disabled'));
}

function replacePage(before: HTMLElement, live: HTMLElement, find: FindCounterpart, input: EarlyInput): void {
  input.stop();
  const focused = document.activeElement;
  // The focus moves while both pages are in the document, so that its ring and an on-screen keyboard stay.
  before.after(live);
  if (focused && before.contains(focused)) moveFocus(focused, before, find);
  for (const field of textFieldsIn(before)) {
    const counterpart = find(field);
    if (!isTextField(counterpart)) continue;
    if (isTyped(field)) typeInto(counterpart, field.value);
    if (field !== focused) continue;
    counterpart.setSelectionRange(
      field.selectionStart,
      field.selectionEnd,
      field.selectionDirection ?? 'none',
    );
    // Receiving the focus opens a list of suggestions, which the person may have closed before.
    if (input.active !== field)
      counterpart.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  }
  before.remove();
  live.id = before.id;
  void pressAll(input.pressed.map(find));
}

/** An element that the live page does not have leaves its place in the tab order to what stands before it. */
function moveFocus(focused: Element, before: HTMLElement, find: FindCounterpart): void {
  const counterpart = find(focused);
  if (counterpart) {
    counterpart.focus({ preventScroll: true });
    return;
  }
  const previous = focusableBefore(focused, before)
    .map(find)
    .find((element) => element !== undefined);
  previous?.focus({ preventScroll: true });
  previous?.blur();
}

/** React renders in a microtask after each press, so that two presses on one button toggle it twice. */
async function pressAll(buttons: readonly (HTMLElement | undefined)[]): Promise<void> {
  for (const button of buttons) {
    await Promise.resolve();
    button?.click();
  }
}

function textFieldsIn(root: HTMLElement): TextField[] {
  return [...root.querySelectorAll<TextField>(TEXT_FIELDS)];
}

function isTextField(element: HTMLElement | undefined): element is TextField {
  return element?.matches(TEXT_FIELDS) ?? false;
}

function isTyped(field: TextField): boolean {
  return field.value !== field.defaultValue;
}

/** React notices a value that is set by the element's own setter and announced by an event. */
function typeInto(field: TextField, value: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
