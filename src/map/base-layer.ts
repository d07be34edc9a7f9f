import { divIcon, LayerGroup, type Map as LeafletMap, marker, polygon, polyline, svg } from 'leaflet';
import { layOutLabels } from './label-layout.ts';
import classes from './MapCanvas.module.css';
import type { Region, RegionLabel } from './region/decode.ts';

/** Both panes are below Leaflet's tile pane (z-index 200), so that a loaded tile covers the labels of the base map. */
const LAND_PANE = 'land';
const LABEL_PANE = 'names';

/**
 * Draws the region under the tiles: land, borders, water, and labels that do not overlap.
 * @returns a function that removes everything it has drawn
 */
export function drawRegion(map: LeafletMap, region: Region): () => void {
  ensurePane(map, LAND_PANE, 150);
  ensurePane(map, LABEL_PANE, 180);
  const renderer = svg({ pane: LAND_PANE, padding: 0.5 });
  const layerOptions = { renderer, pane: LAND_PANE, interactive: false };
  // All shapes of a kind are one SVG path, because many paths are slow to move.
  const shapes = new LayerGroup([
    polygon(
      region.land.map((ring) => [ring]),
      { ...layerOptions, className: classes.land ?? '' },
    ),
    polyline(region.water, { ...layerOptions, className: classes.water ?? '' }),
    polyline(region.borders, { ...layerOptions, className: classes.border ?? '' }),
  ]).addTo(map);
  const labels = new LayerGroup().addTo(map);

  function drawVisibleLabels(): void {
    labels.clearLayers();
    const { x: width, y: height } = map.getSize();
    // Large text needs more room.
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
    const view = { width: width / scale, height: height / scale };
    const visibleLabels = layOutLabels(region.labels, map.getZoom(), view, ({ at }) =>
      map.latLngToContainerPoint(at).divideBy(scale),
    );
    for (const label of visibleLabels) labels.addLayer(labelMarker(label));
  }
  map.on('moveend zoomend resize', drawVisibleLabels);
  drawVisibleLabels();
  return () => {
    map.off('moveend zoomend resize', drawVisibleLabels);
    shapes.remove();
    labels.remove();
  };
}

function labelMarker({ name, at, kind }: RegionLabel) {
  const text = document.createElement('span');
  text.textContent = name;
  return marker(at, {
    pane: LABEL_PANE,
    interactive: false,
    keyboard: false,
    icon: divIcon({
      html: text,
      className: `${classes.placeLabel} ${kind === 'town' ? '' : classes.small}`,
      iconSize: [0, 0],
    }),
  });
}

function ensurePane(map: LeafletMap, name: string, level: number): void {
  const element = map.getPane(name) ?? map.createPane(name);
  element.style.zIndex = String(level);
  element.style.pointerEvents = 'none';
  // The map has an accessible name; a screen reader should not read every label on it.
  element.setAttribute('aria-hidden', 'true');
}
