/**
 * A page that was rendered beforehand stays until the screen is ready, and then gives way in one step, with what was
 * typed and pressed meanwhile. It is not hydrated: session, drafts and data of whoever is here are not in it.
 * @returns where to render
 */
export function takeOver(root: HTMLElement): HTMLElement {
  if (root.dataset.page === undefined) return root;
  // Outside of the document, so that nobody finds anything twice.
  const live = document.createElement('div');
  let pressed: HTMLButtonElement | undefined;
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) pressed = button;
  });
  whenReady(live, () => {
    const { activeElement } = document;
    const held = buttonsIn(root).find((button) => button === activeElement);
    swap(root, live);
    if (held) twinOf(held, live)?.focus({ preventScroll: true });
    if (pressed) twinOf(pressed, live)?.click();
  });
  return live;
}

function whenReady(live: HTMLElement, act: () => void): void {
  const observer = new MutationObserver(() => {
    if (live.querySelector('h1') === null) return;
    observer.disconnect();
    // Two frames on, the screen's effects have run: what is put into a field before them may be taken out again.
    requestAnimationFrame(() => requestAnimationFrame(act));
  });
  observer.observe(live, { childList: true, subtree: true });
}

function swap(before: HTMLElement, live: HTMLElement): void {
  const fields = fieldsIn(live);
  const carried = fieldsIn(before).map((field) => ({
    twin: fields.find((one) => labelOf(one, live) === labelOf(field, before)),
    typed: field.value === field.defaultValue ? undefined : field.value,
    hasFocus: field === document.activeElement,
    selection: [field.selectionStart, field.selectionEnd] as const,
  }));
  live.id = before.id;
  before.replaceWith(live);
  for (const { twin, typed, hasFocus, selection } of carried) {
    if (typed !== undefined && twin) typeInto(twin, typed);
    if (!hasFocus) continue;
    twin?.focus({ preventScroll: true });
    twin?.setSelectionRange(...selection);
    // The focus opens a list that nobody has asked for, over what is pressed next; the next key does as well.
    twin?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  }
}

function fieldsIn(root: HTMLElement): HTMLInputElement[] {
  return [
    ...root.querySelectorAll<HTMLInputElement>('input:is([type="text"], [type="search"], :not([type]))'),
  ];
}

function buttonsIn(root: HTMLElement): HTMLButtonElement[] {
  return [...root.querySelectorAll('button')];
}

function twinOf(button: HTMLButtonElement, live: HTMLElement): HTMLButtonElement | undefined {
  return buttonsIn(live).find((one) => nameOf(one) === nameOf(button));
}

/** Ids differ between the two pages, names do not. */
function nameOf(button: HTMLButtonElement): string {
  return button.getAttribute('aria-label') ?? button.textContent;
}

function labelOf(field: HTMLInputElement, root: HTMLElement): string {
  const label = root.querySelector(`label[for="${field.id}"]`)?.textContent;
  return label ?? field.getAttribute('aria-label') ?? field.name;
}

/** As a person does it: React takes a value only from the element's own setter and an event. */
function typeInto(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
