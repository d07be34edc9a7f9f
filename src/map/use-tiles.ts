import { useMemo, useState } from 'react';

/** waiting: none has come or failed yet; missing: some failed and none came. */
type TileState = 'waiting' | 'shown' | 'missing';

/** How the tiles do, as Leaflet's tile layer tells it. */
export function useTiles() {
  const [state, setState] = useState<TileState>('waiting');
  const events = useMemo(
    () => ({
      tileload: () => setState('shown'),
      tileerror: () => setState((before) => (before === 'shown' ? before : 'missing')),
    }),
    [],
  );
  return { state, events };
}

/** Whether the person asked their browser to save data: then tiles come only when asked for. */
export function savesData(): boolean {
  return (
    'connection' in navigator &&
    (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true
  );
}
