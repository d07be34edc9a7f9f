import 'leaflet/dist/leaflet.css';
import { type ReactNode, useState } from 'react';
import { MapContainer, Polyline, TileLayer } from 'react-leaflet';
import type { Coordinates } from '../contract/place.ts';
import { routeCurve } from '../domain/route-curve.ts';
import { useApp } from '../stores/app.ts';
import { Icon } from '../ui/Icon.tsx';
import { BaseMap } from './BaseMap.tsx';
import { FitBounds } from './FitBounds.tsx';
import { MapAccessibility } from './MapAccessibility.tsx';
import classes from './MapCanvas.module.css';
import { MapCredits } from './MapCredits.tsx';
import { MapPin } from './MapPin.tsx';
import type { PinKind } from './pin-icons.ts';
import { isSaveDataEnabled, useTiles } from './use-tiles.ts';

/** A mark on the map; one without a label is decoration. */
export type Pin = Coordinates & { kind: PinKind; label: string };
/** Confirmed by the server; old: may have changed; unsent: only on this device. */
export type LineTexture = 'confirmed' | 'stale' | 'unsent';

type MapCanvasProps = {
  /** What the map is called; the map itself cannot be seen by everybody. */
  label: string;
  pins: readonly Pin[];
  /** Places to be joined, each with the next, by a curved line. */
  line?: readonly Coordinates[];
  texture?: LineTexture;
  /** What must be in view; the view changes when these do. */
  placesInView: readonly Coordinates[];
  /** A map inside a page lets the page be scrolled over it; one that fills a dialog takes every gesture. */
  isInPage?: boolean;
  /** Buttons and listeners that belong to the map. */
  children?: ReactNode;
};

/** A map: tiles where there are any, the region's own map under them always, pins and lines. */
export function MapCanvas(props: MapCanvasProps) {
  const { label, pins, line = [], texture = 'confirmed', placesInView, isInPage = false, children } = props;
  const { tiles, map: start } = useApp(({ config }) => config);
  const isReachable = useApp(({ isReachable }) => isReachable);
  const [areTilesEnabled, setAreTilesEnabled] = useState(() => !isSaveDataEnabled());
  const { state, events } = useTiles(areTilesEnabled);
  const curve = routeCurve(line);
  return (
    <div className={`${classes.map} ${isInPage ? classes.inPage : ''}`}>
      <MapContainer
        className={classes.canvas ?? ''}
        center={[start.latitude, start.longitude]}
        zoom={start.zoom}
        minZoom={4}
        maxZoom={tiles.maxZoom}
        zoomControl={false}
        attributionControl={false}
        // Leaflet 1.9 throws when a map is taken away while its zoom is still moving.
        zoomAnimation={false}
        fadeAnimation={!prefersReducedMotion()}
        inertia={!prefersReducedMotion()}
        doubleClickZoom={isInPage}
        scrollWheelZoom={!isInPage}
        // One finger scrolls the page, two move the map.
        dragging={!(isInPage && matchMedia('(pointer: coarse)').matches)}
      >
        <MapAccessibility label={label} isMotionReduced={prefersReducedMotion()} />
        <BaseMap />
        {areTilesEnabled && (
          <TileLayer
            // What failed without a network is asked for again when there is one.
            key={state === 'missing' ? String(isReachable) : 'tiles'}
            url={tiles.url}
            maxZoom={tiles.maxZoom}
            crossOrigin=""
            className={classes.tile ?? ''}
            eventHandlers={events}
          />
        )}
        {curve.length > 0 && (
          <>
            <Polyline positions={curve} interactive={false} className={classes.casing ?? ''} />
            <Polyline
              key={texture}
              positions={curve}
              interactive={false}
              className={`${classes.route} ${classes[texture]}`}
            />
          </>
        )}
        {pins.map((pin) => (
          <MapPin key={pin.kind} {...pin} />
        ))}
        <FitBounds places={placesInView} />
        {children}
      </MapContainer>
      {!areTilesEnabled && (
        <button type="button" className={classes.want} onClick={() => setAreTilesEnabled(true)}>
          <Icon name="map" size={18} /> Show the detailed map
        </button>
      )}
      <MapCredits state={areTilesEnabled ? state : 'unwanted'} isReachable={isReachable} />
    </div>
  );
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
