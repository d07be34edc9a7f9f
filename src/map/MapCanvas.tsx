import 'leaflet/dist/leaflet.css';
import { DomEvent, type PanOptions, type PointExpression } from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MapContainer, Polyline, TileLayer, useMap } from 'react-leaflet';
import type { Coordinates } from '../contract/coordinates.ts';
import { DEFAULT_CONFIG } from '../contract/default-config.ts';
import { routeCurve } from '../domain/route-curve.ts';
import { useApp } from '../stores/app.ts';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { drawRegion } from './base-layer.ts';
import classes from './MapCanvas.module.css';
import { MapPin, type Pin } from './MapPin.tsx';
import { useRegion } from './region/load.ts';
import { isSaveDataEnabled, useTiles } from './use-tiles.ts';

/** `confirmed`: by the server; `stale`: it may have changed; `unsent`: only on this device. */
export type LineTexture = 'confirmed' | 'stale' | 'unsent';

type MapCanvasProps = {
  label: string;
  pins: readonly Pin[];
  /** The ends of a curved line. */
  line?: readonly [Coordinates, Coordinates] | undefined;
  texture?: LineTexture;
  /** The places to fit into the view; the view moves when they change. */
  placesInView: readonly Coordinates[];
  /** A map inside a page does not block scrolling the page; a map that fills a dialog handles every gesture. */
  isInPage?: boolean;
  /** Set if a button goes to the current location. */
  locating?: { isLocating: boolean; onLocate: () => void } | undefined;
  children?: ReactNode;
};

export function MapCanvas(props: MapCanvasProps) {
  const { label, pins, line, texture = 'confirmed', placesInView, isInPage = false } = props;
  const { tiles, map: start } = useApp(({ config }) => config);
  const isReachable = useApp(({ isReachable }) => isReachable);
  // Before the configuration has loaded, the tile server of the deployment is unknown.
  const hasConfig = useApp(({ hasConfig }) => hasConfig);
  const [areTilesEnabled, setAreTilesEnabled] = useState(() => !isSaveDataEnabled());
  const { attempt, isSimplified, events } = useTiles(areTilesEnabled && hasConfig, isReachable);
  const curve = line && routeCurve(...line);
  return (
    <div className={`relative w-full overflow-hidden ${classes.map} ${isInPage ? classes.inPage : ''}`}>
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
        <MapAccessibility label={label} />
        <BaseMap />
        {areTilesEnabled && hasConfig && (
          <TileLayer
            key={attempt}
            url={tiles.url}
            maxZoom={tiles.maxZoom}
            crossOrigin=""
            className={classes.tile ?? ''}
            eventHandlers={events}
          />
        )}
        {curve && (
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
        {props.children}
        <ZoomButtons locating={props.locating} />
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
      <MapCredits isSimplified={isSimplified || !areTilesEnabled} />
    </div>
  );
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function ZoomButtons({ locating }: Pick<MapCanvasProps, 'locating'>) {
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

/** The base map under the tiles. It is drawn from the region's own data and needs no network. */
function BaseMap() {
  const map = useMap();
  const region = useRegion();
  useEffect(() => {
    return region ? drawRegion(map, region) : undefined;
  }, [map, region]);
  return null;
}

const MAP_FIT_PADDING_PX = 60;
const MAP_SINGLE_MARKER_ZOOM_OUT = 2;
/** The highest zoom at which several places are fitted into the view. */
const MAP_FIT_MAX_ZOOM = 17;

/** Fits places into the view with padding; a single place is shown two zoom levels further out. (MAP-02) */
function FitBounds({ places }: { places: readonly Coordinates[] }) {
  const map = useMap();
  // The coordinates are compared as text, so that a new array with the same places does not move the map.
  const points = JSON.stringify(places.map(({ latitude, longitude }) => [latitude, longitude]));
  useEffect(() => {
    const bounds: [number, number][] = JSON.parse(points);
    const [only, ...others] = bounds;
    if (only === undefined) return;
    if (others.length === 0) {
      map.setView(only, MAP_FIT_MAX_ZOOM - MAP_SINGLE_MARKER_ZOOM_OUT, { animate: false });
    } else {
      const padding: [number, number] = [MAP_FIT_PADDING_PX, MAP_FIT_PADDING_PX];
      map.fitBounds(bounds, { padding, maxZoom: MAP_FIT_MAX_ZOOM, animate: false });
    }
  }, [map, points]);
  return null;
}

/**
 * Adds what Leaflet lacks. It supports the arrow keys, plus and minus, but its container has no role and no name; it
 * ignores `prefers-reduced-motion`; and it follows the size of the window but not that of its container.
 */
function MapAccessibility({ label }: { label: string }) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-roledescription', 'map');
    container.setAttribute('aria-label', label);
    // The label and the caption describe the line, whose drawing has no name.
    map.getPane('overlayPane')?.setAttribute('aria-hidden', 'true');
  }, [map, label]);

  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
    observer.observe(map.getContainer());
    const { panBy } = map;
    map.panBy = (offset: PointExpression, options?: PanOptions) =>
      panBy.call(map, offset, { ...options, ...(prefersReducedMotion() && { animate: false }) });
    return () => {
      observer.disconnect();
      map.panBy = panBy;
    };
  }, [map]);
  return null;
}

const ABOUT_BUTTON = { icon: 'info', iconSize: 18, label: 'About this map' } as const;

/** The sources of the base map. Its towns are from GeoNames, whichever geocoder a deployment uses. */
const REGION_SOURCES = ['Natural Earth', DEFAULT_CONFIG.geocoder.attribution];

/** The attribution of the map, of which all but OpenStreetMap is folded, and a notice while the map is simplified. */
function MapCredits({ isSimplified }: { isSimplified: boolean }) {
  const { tiles, geocoder } = useApp(({ config }) => config);
  const [isOpen, setIsOpen] = useState(false);
  const sources = new Set([...REGION_SOURCES, geocoder.attribution]);
  sources.delete(tiles.attribution);
  return (
    <>
      <p role="status" className={`hide-empty ${classes.simplified}`}>
        {isSimplified && 'Simplified map'}
      </p>
      <p className={classes.credits}>
        <a href={tiles.attributionUrl} target="_blank" rel="noopener">
          {tiles.attribution}
        </a>
        <span hidden={!isOpen}>{[...sources].join(', ')}</span>
        <a href={tiles.reportUrl} target="_blank" rel="noopener" hidden={!isOpen}>
          Report a map issue
        </a>
        <IconButton {...ABOUT_BUTTON} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} />
      </p>
    </>
  );
}
