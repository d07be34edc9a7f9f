import { useEffect, useState } from 'react';

/**
 * The time, renewed every `everyMs` while the component is shown; ages and countdowns read it. Undefined at
 * first: a prerendered page knows no time, and what it shows must not differ from the first render.
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
