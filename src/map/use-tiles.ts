import type { TileEvent } from 'leaflet';
import { useEffect, useMemo, useState } from 'react';

/** A map whose tiles have not loaded within this time says that it is simplified. */
const TILES_SLOW_MS = 4000;

/** The tiles in view: none has loaded yet, none for a long time, all, some of them, or none because all failed. */
export type TileState = 'waiting' | 'slow' | 'shown' | 'partly' | 'missing';

type TileCount = { shown: number; failed: number };

/** Counts the loaded and failed tiles in view by the events of Leaflet's tile layer. */
export function useTiles(isEnabled: boolean) {
  const [count, setCount] = useState<TileCount>({ shown: 0, failed: 0 });
  const [isSlow, setIsSlow] = useState(false);
  const { shown } = count;

  useEffect(() => {
    if (!isEnabled || shown > 0) return;
    const timer = setTimeout(() => setIsSlow(true), TILES_SLOW_MS);
    return () => clearTimeout(timer);
  }, [isEnabled, shown]);

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
      remove: () => {
        setCount({ shown: 0, failed: 0 });
        setIsSlow(false);
      },
    };
  }, []);
  return { state: tileState(count, isSlow), events };
}

function tileState({ shown, failed }: TileCount, isSlow: boolean): TileState {
  if (shown > 0) return failed > 0 ? 'partly' : 'shown';
  if (failed > 0) return 'missing';
  return isSlow ? 'slow' : 'waiting';
}

/** Whether the browser's data saver is on; then tiles load only on request. */
export function isSaveDataEnabled(): boolean {
  return (
    'connection' in navigator &&
    (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true
  );
}
