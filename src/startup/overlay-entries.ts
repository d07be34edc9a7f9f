/** A reload has closed the dialogs that an entry of the history belongs to. */
function leaveClosedOverlay(): void {
  if (history.state?.overlay) history.go(-history.state.overlay);
}

// The script in the head does this first, and the entry on pages that are not prerendered. The listener must be older
// than the router's, because Chromium calls those of the window in the order of their addition.
if (!window.handleOverlayPop) {
  window.handleOverlayPop = leaveClosedOverlay;
  leaveClosedOverlay();
  addEventListener('popstate', (event) => window.handleOverlayPop?.(event));
}

export {};
