import { useEffect, useEffectEvent } from 'react';

/**
 * Every open overlay (a dialog, a sheet or the menu) has an entry of its own in the browser's history, so that Back
 * closes it. The entries repeat the address and the key of the page, and `overlay` counts them. CloseWatcher would need
 * a press of the user for each overlay, and two engines lack it. (LAY-46)
 */
const overlays: { close: () => void }[] = [];
/** The router's key of the page below the overlays. */
let pageKey: unknown;
/** Entries of closed overlays are being removed, which the browser does later and reports with a popstate event. */
let isRemoving = false;
let removalTimer: ReturnType<typeof setTimeout> | undefined;
/** A browser removes nothing if a frame has later entries or if something interrupts. It must not stop the router. */
const REMOVAL_TIMEOUT_MS = 1000;
/** What the router does with the history once the entry of the page is the current one again. */
const postponed: (() => void)[] = [];

/** Closes an overlay when the user goes back. If `close` leaves it open, the next Back asks it again. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const closeOverlay = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const overlay = { close: () => closeOverlay() };
    overlays.push(overlay);
    watchHistory();
    adjustEntries();
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
      // An overlay that opens in place of this one takes over its entry.
      setTimeout(adjustEntries);
    };
  }, [isOpen]);
}

function entryCount(): number {
  return history.state?.overlay ?? 0;
}

/** Adds or removes entries until every open overlay has one. */
function adjustEntries(): void {
  if (isRemoving) return;
  while (entryCount() < overlays.length) {
    pageKey = history.state?.__TSR_key;
    // The router's own pushState would report a navigation.
    History.prototype.pushState.call(history, { ...history.state, overlay: entryCount() + 1 }, '');
  }
  if (entryCount() > overlays.length) removeEntries(entryCount() - overlays.length);
}

function removeEntries(count: number): void {
  isRemoving = true;
  removalTimer = setTimeout(keepEntries, REMOVAL_TIMEOUT_MS);
  History.prototype.go.call(history, -count);
}

/** Keeps them as entries of the page, because the next attempt to remove them would fail too. */
function keepEntries(): void {
  History.prototype.replaceState.call(history, { ...history.state, overlay: overlays.length }, '');
  endRemoval();
}

function endRemoval(): void {
  clearTimeout(removalTimer);
  isRemoving = false;
  for (const change of postponed.splice(0)) change();
}

declare global {
  interface Window {
    /** startup/overlay-entries.ts calls it for each popstate event before the router's listener. */
    handleOverlayPop?: (event: PopStateEvent) => void;
  }
}

function watchHistory(): void {
  if (window.handleOverlayPop === handlePopState) return;
  window.handleOverlayPop = handlePopState;
  const { pushState, replaceState, go, back } = History.prototype;
  history.pushState = fromPage(pushState);
  history.replaceState = fromPage(replaceState);
  history.go = fromPage(go);
  history.back = fromPage(back);
}

/** Lets the router leave or replace the entry of the page only, so that Back never reaches the entry of an overlay. */
function fromPage<Args extends unknown[]>(change: (...args: Args) => void) {
  return (...args: Args): void => {
    const run = () => change.apply(history, args);
    if (!isRemoving && entryCount() === 0) run();
    else {
      postponed.push(run);
      if (!isRemoving) removeEntries(entryCount());
    }
  };
}

function handlePopState(event: PopStateEvent): void {
  if (isRemoving) {
    event.stopImmediatePropagation();
    endRemoval();
  } else if (overlays.length > 0) {
    const isSamePage = history.state?.__TSR_key === pageKey;
    if (isSamePage) event.stopImmediatePropagation();
    for (const { close } of overlays.slice(isSamePage ? entryCount() : 0).toReversed()) close();
  }
  // By then React has closed what can be closed. Forward may also have reached the entry of an overlay that is closed.
  setTimeout(adjustEntries);
}
