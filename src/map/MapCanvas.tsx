import 'leaflet/dist/leaflet.css';
import { type ReactNode, useState } from 'react';
import { MapContainer, Polyline, TileLayer } from 'react-leaflet';
import type { Coordinates } from '../contract/coordinates.ts';
import { routeCurve } from '../domain/route-curve.ts';
import { useApp } from '../stores/app.ts';
import { Icon } from '../ui/Icon.tsx';
import { BaseMap } from './BaseMap.tsx';
import { FitBounds } from './FitBounds.tsx';
import { MapAccessibility } from './MapAccessibility.tsx';
import classes from './MapCanvas.module.css';
import { MapCredits } from './MapCredits.tsx';
import { MapPin, type Pin } from './MapPin.tsx';
import { isSaveDataEnabled, useTiles } from './use-tiles.ts';

/** `confirmed`: by the server; `stale`: it may have changed; `unsent`: only on this device. */
export type LineTexture = 'confirmed' | 'stale' | 'unsent';

type MapCanvasProps = {
  /** The accessible name of the map. */
  label: string;
  pins: readonly Pin[];
  /** Places to connect with a curved line, in this order. */
  line?: readonly Coordinates[];
  texture?: LineTexture;
  /** The places to fit into the view; the view moves when they change. */
  placesInView: readonly Coordinates[];
  /** A map inside a page does not block scrolling the page; a map that fills a dialog handles every gesture. */
  isInPage?: boolean;
  /** Controls and event listeners of the map. */
  children?: ReactNode;
};

/** A map with the base map, the tiles that have loaded, pins and a line. */
export function MapCanvas(props: MapCanvasProps) {
  const { label, pins, line = [], texture = 'confirmed', placesInView, isInPage = false, children } = props;
  const { tiles, map: start } = useApp(({ config }) => config);
  const isReachable = useApp(({ isReachable }) => isReachable);
  // Before the configuration has loaded, the tile server of the deployment is unknown.
  const hasConfig = useApp(({ hasConfig }) => hasConfig);
  const [areTilesEnabled, setAreTilesEnabled] = useState(() => !isSaveDataEnabled());
  const { state, events } = useTiles(areTilesEnabled && hasConfig);
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
        // Leaflet 1.9 throws if a map is removed during a zoom animation.
        zoomAnimation={false}
        fadeAnimation={!prefersReducedMotion()}
        inertia={!prefersReducedMotion()}
        doubleClickZoom={isInPage}
        scrollWheelZoom={!isInPage}
        // On touch screens one finger scrolls the page and two fingers move the map.
        dragging={!(isInPage && matchMedia('(pointer: coarse)').matches)}
      >
        <MapAccessibility label={label} isMotionReduced={prefersReducedMotion()} />
        <BaseMap />
        {areTilesEnabled && hasConfig && (
          <TileLayer
            // A new key reloads the tiles that failed offline as soon as there is a connection.
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
        <button
          type="button"
          className={`floating plain-button inline-flex items-center gap-icon min-h-tap px-3 rounded-md size-sm text-ink ${classes.loadTiles}`}
          onClick={() => setAreTilesEnabled(true)}
        >
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
