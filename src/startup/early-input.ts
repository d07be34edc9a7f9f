/** What a user does on a prerendered page before its code has loaded. */
export type EarlyInput = {
  /** Repeats each press and each submit, in order. */
  readonly actions: (() => void)[];
  /** The field whose suggestions were closed with Escape after the last change. */
  dismissedField: EventTarget | null;
  /** An input method is composing text. Its field must not change until it has ended. */
  isComposing: boolean;
  readonly stop: () => void;
};

declare global {
  interface Window {
    /** The script in the head of a prerendered page records here what the app replays after hydration. */
    earlyInput?: EarlyInput;
  }
}

/** Records presses, submits and closed suggestions. The fields themselves retain what is typed. */
export function recordEarlyInput(): EarlyInput {
  const recording = new AbortController();
  const actions: (() => void)[] = [];
  const input: EarlyInput = {
    actions,
    dismissedField: null,
    isComposing: false,
    stop: () => recording.abort(),
  };
  const listen = <K extends keyof WindowEventMap>(type: K, handle: (event: WindowEventMap[K]) => void) =>
    addEventListener(type, handle, { signal: recording.signal });

  listen('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const button = target.closest('button');
    if (button && button.type !== 'submit') actions.push(() => button.click());
    const link = target.closest('a');
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target === '_blank';
    if (!link || opensElsewhere || !hasTypedText()) return;
    // Leaving the document now would lose the text, which the app stores once it runs.
    event.preventDefault();
    actions.push(() => link.click());
  });
  listen('submit', (event) => {
    const form = event.target;
    // The browser itself sends a GET form, and the next page shows the result.
    if (!(form instanceof HTMLFormElement) || form.method === 'get') return;
    event.preventDefault();
    actions.push(() => form.requestSubmit());
  });
  listen('keydown', ({ key, target }) => {
    input.dismissedField = key === 'Escape' ? target : null;
  });
  listen('compositionstart', () => {
    input.isComposing = true;
  });
  listen('compositionend', () => {
    input.isComposing = false;
  });
  return input;
}

function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...fields].some((field) => field.value !== field.defaultValue);
}
