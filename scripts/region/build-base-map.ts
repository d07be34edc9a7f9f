import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { feature, mesh } from 'topojson-client';
import * as v from 'valibot';
import type { GazetteerPlace } from '../../server/queries/gazetteer.ts';
import type { RegionFile } from '../../src/map/region/decode.ts';
import { buildGazetteer } from './build-gazetteer.ts';
import { clipLine, clipOutline } from './clip.ts';
import { encodeLine, encodePoints, type Position } from './encode.ts';
import { BOX } from './region.ts';
import { WATERWAYS } from './waterways.ts';

type Shape = Exclude<Parameters<typeof mesh>[1], undefined>;
type Atlas = Parameters<typeof mesh>[0] & { objects: { countries: Shape; land: Shape } };

const Point = v.tuple([v.number(), v.number()]);
const Land = v.object({
  features: v.array(v.object({ geometry: v.object({ coordinates: v.array(v.array(v.array(Point))) }) })),
});
const Lines = v.object({ coordinates: v.array(v.array(Point)) });

const LINES_PER_DEGREE = 1000;
const TOWNS_PER_DEGREE = 1000;
const SAMPLE_PER_DEGREE = 10_000;
const ATTRIBUTION = 'Made with Natural Earth; © GeoNames (CC BY 4.0)';

/** The lowest zoom level that labels a town, by its population. */
const TOWN_TIERS: readonly [people: number, minZoom: number][] = [
  [500_000, 5],
  [150_000, 6],
  [60_000, 7],
  [25_000, 8],
  [10_000, 9],
  [4000, 10],
  [1000, 11],
];
/** The lowest zoom level that labels the streets and landmarks of the sample. */
const SAMPLE_ZOOM = 12;

/** Islands smaller than this (in square degrees) are left out, because they are invisible at low zoom levels. */
const MIN_AREA = 0.00002;

/** Builds the base map under the tiles from Natural Earth's coastlines and borders, and the gazetteer's names. */
export function buildBaseMap(places: readonly GazetteerPlace[]): RegionFile {
  const { land, borders } = readShapes();
  return {
    format: 1,
    attribution: ATTRIBUTION,
    box: [...BOX],
    linesPerDegree: LINES_PER_DEGREE,
    land: land.map((outline) => encodeLine(outline, LINES_PER_DEGREE)),
    borders: borders.map((line) => encodeLine(line, LINES_PER_DEGREE)),
    water: WATERWAYS.map((line) => encodeLine(line, LINES_PER_DEGREE)),
    labels: [...townLabels(places), ...sampleLabels(places)],
  };
}

function readShapes(): { land: Position[][]; borders: Position[][] } {
  const require = createRequire(import.meta.url);
  const atlas: Atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'));
  const { countries, land } = atlas.objects;
  const polygons = v
    .parse(Land, feature(atlas, land))
    .features.flatMap((shape) => shape.geometry.coordinates);
  const inner = v.parse(
    Lines,
    mesh(atlas, countries, (a, b) => a !== b),
  );
  return {
    land: polygons
      .flatMap((polygon) => (polygon[0] ? [clipOutline(polygon[0], BOX)] : []))
      .filter((outline) => polygonArea(outline) >= MIN_AREA),
    borders: inner.coordinates.flatMap((line) => clipLine(line, BOX)),
  };
}

/** In square degrees. */
function polygonArea(outline: readonly Position[]): number {
  const twice = outline.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

type LabelGroup = RegionFile['labels'][number];

function townLabels(places: readonly GazetteerPlace[]): LabelGroup[] {
  return TOWN_TIERS.map(([people, minZoom], tier) => {
    const more = TOWN_TIERS[tier - 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const towns = places.filter((place) => place.population >= people && place.population < more);
    return createLabels('town', minZoom, TOWNS_PER_DEGREE, towns);
  });
}

function sampleLabels(places: readonly GazetteerPlace[]): LabelGroup[] {
  return (['landmark', 'street'] as const).map((kind) =>
    createLabels(
      kind,
      SAMPLE_ZOOM,
      SAMPLE_PER_DEGREE,
      places.filter((place) => place.kind === kind),
    ),
  );
}

/** From north to south, so that the differences between consecutive points are small. */
function createLabels(
  kind: LabelGroup['kind'],
  minZoom: number,
  perDegree: number,
  places: readonly GazetteerPlace[],
): LabelGroup {
  const sorted = [...places].sort((a, b) => b.latitude - a.latitude);
  const points = sorted.map((place): Position => [place.longitude, place.latitude]);
  return {
    kind,
    minZoom,
    perDegree,
    names: sorted.map((place) => place.name).join('\n'),
    points: encodePoints(points, perDegree),
  };
}

/** The exact content of the file that the page loads with a map. */
export function serializeBaseMap(places: readonly GazetteerPlace[]): string {
  return `${JSON.stringify(buildBaseMap(places), null, 1)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    new URL('../../src/map/region/region.generated.json', import.meta.url),
    serializeBaseMap(buildGazetteer()),
  );
}
