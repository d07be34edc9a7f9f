import * as v from 'valibot';

/**
 * The format of the base map, `region.generated.json`, which `npm run region` creates
 * (scripts/region/build-base-map.ts).
 *
 * - `box` is the area that everything is clipped to: west, south, east, north in degrees.
 * - `land` contains closed outlines from world-atlas, to be filled; the last point connects to the first. Where land
 *   continues beyond the box, its outline follows the edge of the box.
 * - `borders` contains open lines between countries, and `water` approximate rivers and canals of the sample.
 * - `labels` contains groups of names: the type of place (`kind`), the lowest zoom that shows them (`minZoom`, which
 *   is lower for larger towns), `names` separated by line feeds, and `points` in the same order.
 *
 * Lines and `points` are integers in the encoded polyline algorithm: x and y of the first point, then the
 * differences to the previous point. Each character holds five bits, starting at `?`, lowest bits first; 32 is added
 * while more follow, and the lowest bit is the sign. One unit is `1 / linesPerDegree` of a degree in lines and
 * `1 / perDegree` in a group of labels. x is longitude and y is latitude.
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

/** Latitude and longitude, in the order that Leaflet uses. */
export type LatLng = [latitude: number, longitude: number];

export type RegionLabel = {
  kind: RegionFile['labels'][number]['kind'];
  name: string;
  minZoom: number;
  at: LatLng;
};

/** The base map under the tiles, which needs no network. */
export type Region = {
  land: LatLng[][];
  borders: LatLng[][];
  water: LatLng[][];
  /** The most important labels come first. */
  labels: RegionLabel[];
};

/** @throws if the file does not match its schema, which only a broken build can cause */
export function decodeRegion(file: unknown): Region {
  const region = v.parse(RegionFile, file);
  const line = (text: string) => decodeLine(text, region.linesPerDegree);
  return {
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
