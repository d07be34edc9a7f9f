import 'leaflet/dist/leaflet.css';
import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, useEffect, useState } from 'react';
import { MapContainer, Marker, Polyline, TileLayer, useMap } from 'react-leaflet';
import { MAP_FIT_PADDING_PX, MAP_SINGLE_MARKER_ZOOM_OUT, MAP_ZOOM } from '../contract/constants.ts';
import type { Coordinates } from '../contract/place.ts';
import { useApp } from '../stores/app.ts';
import { Icon } from '../ui/Icon.tsx';
import { BaseMap } from './BaseMap.tsx';
import classes from './MapCanvas.module.css';
import { MapCredits } from './MapCredits.tsx';
import { type PinKind, pinIcon } from './pin-icons.ts';
import { routeCurve } from './route-curve.ts';
import { savesData, useTiles } from './use-tiles.ts';

export type Pin = Coordinates & { kind: PinKind; label: string };

type Props = {
  /** What the map is called; the map itself cannot be seen by everybody. */
  label: string;
  pins: readonly Pin[];
  /** Whether the pins are joined, each with the next, by a curved line. */
  hasLine?: boolean;
  /** Buttons and listeners that belong to the map. */
  children?: ReactNode;
};

/** A map: tiles where there are any, the region's own map under them always, pins and lines. */
export function MapCanvas({ label, pins, hasLine = false, children }: Props) {
  const { tiles, map: start } = useApp(({ config }) => config);
  const [isWanted, setWanted] = useState(() => !savesData());
  const { state, events } = useTiles();
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const curves = hasLine ? pins.slice(1).map((to, index) => routeCurve(pins[index] ?? to, to)) : [];
  return (
    <div className={classes.map}>
      <MapContainer
        className={classes.canvas ?? ''}
        center={[start.latitude, start.longitude]}
        zoom={start.zoom}
        zoomControl={false}
        attributionControl={false}
        // Leaflet 1.9 throws when a map is taken away while its zoom is still moving.
        zoomAnimation={false}
        fadeAnimation={!isReduced}
      >
        <Named label={label} />
        <BaseMap hasTiles={isWanted && state === 'shown'} />
        {isWanted && (
          <TileLayer
            url={tiles.url}
            maxZoom={tiles.maxZoom}
            crossOrigin=""
            className={classes.tile ?? ''}
            eventHandlers={events}
          />
        )}
        {curves.map((curve) => (
          <Polyline
            key={String(curve)}
            positions={curve}
            interactive={false}
            className={classes.route ?? ''}
          />
        ))}
        {pins.map(({ kind, label: name, latitude, longitude }) => (
          <Marker
            key={`${kind} ${name}`}
            position={[latitude, longitude]}
            icon={pinIcon(kind)}
            alt={name}
            title={name}
            keyboard={false}
            interactive={false}
          />
        ))}
        <Fit pins={pins} />
        {children}
      </MapContainer>
      {!isWanted && (
        <button type="button" className={classes.want} onClick={() => setWanted(true)}>
          <Icon name="map" size={18} /> Show the detailed map
        </button>
      )}
      <MapCredits tiles={tiles} isSimplified={isWanted && state === 'missing'} />
    </div>
  );
}

/** Leaflet's container has neither role nor name. */
function Named({ label }: { label: string }) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-roledescription', 'map');
    container.setAttribute('aria-label', label);
  }, [map, label]);
  return null;
}

/** Shows all pins with air around them; a single one from two steps further away. (MAP-02) */
function Fit({ pins }: { pins: readonly Pin[] }) {
  const map = useMap();
  // The pins matter by where they are, not by identity: a new list of the same places moves nothing.
  const places = JSON.stringify(pins.map(({ kind, latitude, longitude }) => ({ kind, latitude, longitude })));
  useEffect(() => showAll(map, JSON.parse(places)), [map, places]);
  return null;
}

function showAll(map: LeafletMap, pins: readonly Omit<Pin, 'label'>[]): void {
  const [first, ...others] = pins;
  if (first === undefined) return;
  const at: [number, number] = [first.latitude, first.longitude];
  if (first.kind === 'picked') {
    map.setView(at);
  } else if (others.length === 0) {
    map.setView(at, (map.options.zoom ?? MAP_ZOOM) - MAP_SINGLE_MARKER_ZOOM_OUT);
  } else {
    map.fitBounds(
      pins.map(({ latitude, longitude }) => [latitude, longitude]),
      { padding: [MAP_FIT_PADDING_PX, MAP_FIT_PADDING_PX] },
    );
  }
}
