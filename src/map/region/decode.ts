import * as v from 'valibot';

/**
 * The base map's file, `region.generated.json`, made by `npm run region` (scripts/region/build-base-map.ts).
 *
 * - `box` is what everything is cut to: west, south, east, north in degrees.
 * - `land` are closed outlines to be filled (the last point joins the first), from world-atlas. Where land
 *   goes on beyond the box, its outline runs along the box's edge.
 * - `borders` are open lines between countries; `water` are rivers and canals of the sample, approximate.
 * - `labels` are names in groups: what they name (`kind`), from which zoom they are shown (`minZoom`; towns
 *   with more people earlier), `names` between line feeds, and `points` in the same order.
 *
 * A line or `points` is a text of whole numbers in the encoded polyline algorithm: x, y of the first point,
 * then differences to the point before; five bits a character from `?` on, the lowest first, 32 added while
 * more follow, and the sign in the lowest bit. One unit is `1 / linesPerDegree` of a degree in lines and
 * `1 / perDegree` in a group of labels. x is longitude, y is latitude.
 */
const RegionFile = v.object({
  format: v.literal(1),
  attribution: v.string(),
  box: v.strictTuple([v.number(), v.number(), v.number(), v.number()]),
  linesPerDegree: v.number(),
  land: v.array(v.string()),
  borders: v.array(v.string()),
  water: v.array(v.string()),
  labels: v.array(
    v.object({
      kind: v.picklist(['town', 'street', 'landmark']),
      minZoom: v.number(),
      perDegree: v.number(),
      names: v.string(),
      points: v.string(),
    }),
  ),
});
export type RegionFile = v.InferOutput<typeof RegionFile>;

/** Latitude, longitude: the order that Leaflet takes. */
export type LatLng = [latitude: number, longitude: number];

export type RegionLabel = {
  kind: RegionFile['labels'][number]['kind'];
  name: string;
  minZoom: number;
  at: LatLng;
};

/** What lies under the tiles: a map of the region that needs no network. */
export type Region = {
  attribution: string;
  bounds: { south: number; west: number; north: number; east: number };
  land: LatLng[][];
  borders: LatLng[][];
  water: LatLng[][];
  /** Those that may be shown first stand first. */
  labels: RegionLabel[];
};

/** @throws where the file is not one of ours, which only a broken build can cause */
export function decodeRegion(file: unknown): Region {
  const region = v.parse(RegionFile, file);
  const [west, south, east, north] = region.box;
  const line = (text: string) => decodeLine(text, region.linesPerDegree);
  return {
    attribution: region.attribution,
    bounds: { south, west, north, east },
    land: region.land.map(line),
    borders: region.borders.map(line),
    water: region.water.map(line),
    labels: region.labels.flatMap(({ kind, minZoom, perDegree, names, points }) => {
      const places = decodeLine(points, perDegree);
      return names.split('\n').flatMap((name, index) => {
        const at = places[index];
        return at === undefined ? [] : [{ kind, name, minZoom, at }];
      });
    }),
  };
}

function decodeLine(text: string, perDegree: number): LatLng[] {
  const line: LatLng[] = [];
  let [x, y, at] = [0, 0, 0];
  const next = () => {
    let [value, shift, chunk] = [0, 0, 0];
    do {
      chunk = text.charCodeAt(at) - 63;
      at++;
      value |= (chunk & 31) << shift;
      shift += 5;
    } while (chunk >= 32);
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  while (at < text.length) {
    x += next();
    y += next();
    line.push([y / perDegree, x / perDegree]);
  }
  return line;
}
