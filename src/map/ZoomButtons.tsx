import { DomEvent } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { IconButton } from '../ui/Icon.tsx';
import classes from './MapCanvas.module.css';

/** Buttons to zoom in and out, and to go to the current location. */
export function ZoomButtons({ locating }: { locating?: { isLocating: boolean; onLocate: () => void } }) {
  const map = useMap();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A click on a button must not also be a click on the map below it.
    if (element.current) DomEvent.disableClickPropagation(element.current);
  }, []);
  return (
    <div ref={element} className={`floating stack rounded-md overflow-hidden ${classes.tools}`}>
      <IconButton icon="plus" label="Zoom in" onClick={() => map.zoomIn()} />
      <IconButton icon="minus" label="Zoom out" onClick={() => map.zoomOut()} />
      {locating && (
        <IconButton
          icon="locate"
          label="Current location"
          aria-busy={locating.isLocating}
          onClick={locating.onLocate}
        />
      )}
    </div>
  );
}
