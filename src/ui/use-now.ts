import { useEffect, useState } from 'react';

/**
 * The current time, updated every `intervalMs` while the component is mounted. It is undefined in the first
 * render, because hydration requires the same output as the prerendered page, which has no current time.
 */
export function useNow(intervalMs = 30_000): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
