export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** What a person did on the prerendered page, which has no code to handle it. */
export type EarlyInput = {
  /** The buttons that were pressed, in order. */
  pressed: HTMLButtonElement[];
  /** The element in which the person was last active and has not pressed Escape: its list of suggestions is open. */
  active: Element | undefined;
  /** Whether a press or a composition has begun and not ended: half of it cannot be moved to another element. */
  isInGesture: () => boolean;
  stop: () => void;
};

/** A touch screen sends the click after the finger was lifted. */
const TAP_MS = 350;

/** Records presses and keys on the prerendered page. */
export function recordEarlyInput(root: HTMLElement): EarlyInput {
  const recording = new AbortController();
  const pressed: HTMLButtonElement[] = [];
  let isPointerDown = false;
  let isSpaceDown = false;
  let isComposing = false;
  let tapUntil = 0;
  const input: EarlyInput = {
    pressed,
    active: undefined,
    isInGesture: () => isPointerDown || isSpaceDown || isComposing || performance.now() < tapUntil,
    stop: () => recording.abort(),
  };

  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    handle: (event: HTMLElementEventMap[K]) => void,
  ) => root.addEventListener(type, handle, { signal: recording.signal });
  listen('click', ({ target }) => {
    tapUntil = 0;
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) pressed.push(button);
  });
  listen('pointerdown', ({ button }) => {
    isPointerDown = button === 0;
  });
  listen('keydown', ({ key, target }) => {
    if (key === ' ' && target instanceof HTMLButtonElement) isSpaceDown = true;
    if (key === 'Escape') input.active = undefined;
  });
  for (const type of ['focusin', 'click', 'input'] as const) {
    listen(type, ({ target }) => {
      input.active = target instanceof Element ? target : undefined;
    });
  }
  listen('compositionstart', () => {
    isComposing = true;
  });
  listen('compositionend', () => {
    isComposing = false;
  });

  // The pointer and the key may be released outside of the page, and a window that lost the focus learns of neither.
  const endGesture = () => {
    isPointerDown = false;
    isSpaceDown = false;
  };
  const anywhere = { capture: true, signal: recording.signal };
  addEventListener(
    'pointerup',
    ({ pointerType }) => {
      if (isPointerDown && pointerType === 'touch') tapUntil = performance.now() + TAP_MS;
      endGesture();
    },
    anywhere,
  );
  for (const type of ['pointercancel', 'keyup', 'blur'] as const)
    addEventListener(type, endGesture, anywhere);
  return input;
}
