import type { TileEvent } from 'leaflet';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';

/** A map whose tiles have not loaded within this time says that it is simplified. */
const TILES_SLOW_MS = 4000;

type TileCount = { shown: number; failed: number };
const NONE: TileCount = { shown: 0, failed: 0 };

/**
 * Counts the loaded and failed tiles in view by the events of Leaflet's tile layer, and loads the tiles again as soon as
 * there is a connection if some have failed.
 */
export function useTiles(isEnabled: boolean, isReachable: boolean) {
  const [attempt, setAttempt] = useState(0);
  const [{ shown, failed }, setCount] = useState(NONE);
  const [isSlow, setIsSlow] = useState(false);

  useEffect(() => {
    if (!isEnabled || shown > 0) return;
    const timer = setTimeout(() => setIsSlow(true), TILES_SLOW_MS);
    return () => clearTimeout(timer);
  }, [isEnabled, shown]);

  const tryAgain = useEffectEvent(() => {
    if (failed === 0) return;
    setCount(NONE);
    setAttempt(attempt + 1);
  });
  useEffect(() => {
    if (isReachable) tryAgain();
  }, [isReachable]);

  const events = useMemo(() => {
    const failures = new WeakSet<Element>();
    const add = (change: TileCount) =>
      setCount((before) => ({ shown: before.shown + change.shown, failed: before.failed + change.failed }));
    return {
      tileload: () => add({ shown: 1, failed: 0 }),
      tileerror: ({ tile }: TileEvent) => {
        failures.add(tile);
        add({ shown: 0, failed: 1 });
      },
      // Leaflet also unloads tiles that have not finished loading, which were never counted.
      tileunload: ({ tile }: TileEvent) => {
        if (failures.has(tile)) add({ shown: 0, failed: -1 });
        else if (tile.classList.contains('leaflet-tile-loaded')) add({ shown: -1, failed: 0 });
      },
    };
  }, []);

  return {
    /** Changes when the tiles must be loaded again. */
    attempt,
    /** Whether the base map shows in place of tiles that have failed, or that have not loaded for a long time. */
    isSimplified: failed > 0 || (shown === 0 && isSlow),
    events,
  };
}

/** Whether the browser's data saver is on; then tiles load only on request. */
export function isSaveDataEnabled(): boolean {
  return (
    'connection' in navigator &&
    (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true
  );
}
