import { useEffect } from 'react';

type Read = (signal: AbortSignal) => Promise<void>;

/** Reads once. The signal is aborted when the component no longer wants the response. */
export function useRead(read: Read, isEnabled = true): void {
  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    void read(controller.signal);
    return () => controller.abort();
  }, [read, isEnabled]);
}

/** Reads again at an interval while the page is visible, and when it becomes visible. */
export function usePolling(read: Read, intervalMs: number, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    const { signal } = controller;
    const readIfVisible = () => {
      if (document.visibilityState !== 'hidden') void read(signal);
    };
    const timer = setInterval(readIfVisible, intervalMs);
    document.addEventListener('visibilitychange', readIfVisible, { signal });
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [read, intervalMs, isEnabled]);
}
