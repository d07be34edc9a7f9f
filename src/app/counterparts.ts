const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Finds, for an element of the prerendered page, the element of the live page that stands for it. */
export type FindCounterpart = (element: Element) => HTMLElement | undefined;

/**
 * Matches the focusable elements of two renderings of the same page. React's generated ids differ between them, so
 * elements are matched by tag and accessible name, and equal ones by their order.
 */
export function matchElements(before: HTMLElement, live: HTMLElement): FindCounterpart {
  const mine: Element[] = focusableIn(before);
  const theirs = new Map(focusableIn(live).map((element) => [element, keyOf(element, live)]));
  const matches = new Map<Element, HTMLElement>();
  for (const element of focusableIn(before)) {
    const key = keyOf(element, before);
    const match = [...theirs].find(([, other]) => other === key)?.[0];
    if (!match) continue;
    matches.set(element, match);
    theirs.delete(match);
  }
  return (element) => matches.get(element) ?? inTheSamePlace(element);

  /** A session changes some elements, such as the account button: the one that follows the same element stands in. */
  function inTheSamePlace(element: Element): HTMLElement | undefined {
    const previous = mine[mine.indexOf(element) - 1];
    const anchor = previous && matches.get(previous);
    const all = focusableIn(live);
    const next = anchor && all[all.indexOf(anchor) + 1];
    return next && theirs.has(next) ? next : undefined;
  }
}

/** The focusable elements before this one, nearest first. */
export function focusableBefore(element: Element, root: HTMLElement): Element[] {
  const all: Element[] = focusableIn(root);
  const index = all.indexOf(element);
  return all.slice(0, Math.max(0, index)).reverse();
}

function focusableIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)];
}

function keyOf(element: HTMLElement, root: HTMLElement): string {
  // A container such as <main> has an id of its own; its text is the whole page.
  const name = element.matches('[tabindex]:not(a, button, input, select, textarea, summary)')
    ? element.id
    : nameOf(element, root);
  return `${element.tagName} ${name}`;
}

function nameOf(element: HTMLElement, root: HTMLElement): string {
  const label = element.id === '' ? null : root.querySelector(`label[for="${CSS.escape(element.id)}"]`);
  return (
    label?.textContent ||
    element.getAttribute('aria-label') ||
    element.textContent ||
    element.getAttribute('name') ||
    ''
  );
}
