/**
 * A page that was rendered beforehand stays until the screen is ready, and then gives way in one step, with what was
 * typed and pressed meanwhile. It is not hydrated: session, drafts and data of whoever is here are not in it.
 * @returns where to render
 */
export function replacePrerenderedPage(root: HTMLElement): HTMLElement {
  if (root.dataset.page === undefined) return root;
  // Outside of the document, so that nobody finds anything twice.
  const rendered = document.createElement('div');
  let pressedButton: HTMLButtonElement | undefined;
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) pressedButton = button;
  });
  whenReady(rendered, () => {
    const { activeElement } = document;
    const focusedButton = buttonsIn(root).find((button) => button === activeElement);
    replaceKeepingInput(root, rendered);
    if (focusedButton) counterpartOf(focusedButton, rendered)?.focus({ preventScroll: true });
    if (pressedButton) counterpartOf(pressedButton, rendered)?.click();
  });
  return rendered;
}

function whenReady(rendered: HTMLElement, onReady: () => void): void {
  const observer = new MutationObserver(() => {
    if (rendered.querySelector('h1') === null) return;
    observer.disconnect();
    // Two frames on, the screen's effects have run: what is put into a field before them may be taken out again.
    requestAnimationFrame(() => requestAnimationFrame(onReady));
  });
  observer.observe(rendered, { childList: true, subtree: true });
}

function replaceKeepingInput(prerendered: HTMLElement, rendered: HTMLElement): void {
  const fields = fieldsIn(rendered);
  const savedInputs = fieldsIn(prerendered).map((field) => ({
    counterpart: fields.find((one) => labelOf(one, rendered) === labelOf(field, prerendered)),
    typed: field.value === field.defaultValue ? undefined : field.value,
    hasFocus: field === document.activeElement,
    selection: [field.selectionStart, field.selectionEnd] as const,
  }));
  rendered.id = prerendered.id;
  prerendered.replaceWith(rendered);
  for (const { counterpart: twin, typed, hasFocus, selection } of savedInputs) {
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

function counterpartOf(button: HTMLButtonElement, rendered: HTMLElement): HTMLButtonElement | undefined {
  return buttonsIn(rendered).find((one) => accessibleNameOf(one) === accessibleNameOf(button));
}

/** Ids differ between the two pages, names do not. */
function accessibleNameOf(button: HTMLButtonElement): string {
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
