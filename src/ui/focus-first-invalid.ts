/** Focuses the first field with an error, which appears with the next paint, so that it is in view and announced. */
export function focusFirstInvalid(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
