import { MapCanvas, type Pin } from './MapCanvas.tsx';
import { ZoomButtons } from './ZoomButtons.tsx';

type Props = { label: string; from: Pin | undefined; to: Pin | undefined };

/** Both ends of a delivery and the curved line between them. */
export function RouteMap({ label, from, to }: Props) {
  const pins = [from, to].filter((pin) => pin !== undefined);
  return (
    <MapCanvas label={label} pins={pins} hasLine>
      <ZoomButtons />
    </MapCanvas>
  );
}
