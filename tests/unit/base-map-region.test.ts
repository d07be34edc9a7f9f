import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { serializeBaseMap } from '../../scripts/region/build-base-map.ts';
import { buildGazetteer, serializeGazetteer } from '../../scripts/region/build-gazetteer.ts';
import { clipOutline } from '../../scripts/region/clip.ts';
import { encodeLine, encodePoints, type Position } from '../../scripts/region/encode.ts';
import { decodeRegion } from '../../src/map/region/decode.ts';
import file from '../../src/map/region/region.generated.json';

const region = decodeRegion(file);
const MAX_BYTES = 60 * 1024;

describe('The base map of the region', () => {
  test('is small enough to be bundled with a map', () => {
    expect(brotliCompressSync(JSON.stringify(file)).length).toBeLessThan(MAX_BYTES);
  });

  test('has land and sea in the right places', () => {
    const isLand = (latitude: number, longitude: number) =>
      region.land.some((outline) => isInside(outline, latitude, longitude));
    for (const [latitude, longitude] of [
      [53.34, -6.27],
      [51.9, -8.47],
      [54.6, -5.95],
      [51.5, -0.12],
      [55.95, -3.2],
      [54.2, -4.5],
    ] as const) {
      expect(isLand(latitude, longitude), `${latitude} ${longitude}`).toBe(true);
    }
    for (const [latitude, longitude] of [
      [53.34, -6.0],
      [53.5, -5],
      [52, -11],
      [50, -2],
      [57, 1],
    ] as const) {
      expect(isLand(latitude, longitude), `${latitude} ${longitude}`).toBe(false);
    }
  });

  test('stays within its bounding box', () => {
    const [west = 0, south = 0, east = 0, north = 0] = file.box;
    for (const [latitude, longitude] of [...region.land, ...region.borders].flat()) {
      expect(latitude >= south && latitude <= north && longitude >= west && longitude <= east).toBe(true);
    }
  });

  test('labels Dublin at low zoom, villages closer, and streets and landmarks from zoom 12', () => {
    const label = (name: string) => region.labels.find((each) => each.name === name);
    expect(label('Dublin')).toMatchObject({ kind: 'town', minZoom: 5 });
    expect(label('Dublin')?.at[0]).toBeCloseTo(53.333, 3);
    expect(label('Rathmines')?.minZoom).toBeLessThan(12);
    expect(label('Leinster Road')).toMatchObject({ kind: 'street', minZoom: 12, at: [53.3256, -6.2735] });
    expect(label('Dublin Castle')).toMatchObject({ kind: 'landmark', minZoom: 12 });
    expect(region.labels.filter((each) => each.minZoom === 12).length).toBeGreaterThanOrEqual(300);
    const zooms = region.labels.map((each) => each.minZoom);
    expect(zooms).toEqual([...zooms].sort((a, b) => a - b));
  });

  test('shows the border on the island, the river and the canals', () => {
    expect(region.borders.some((line) => line.some(([latitude]) => latitude > 54 && latitude < 55.2))).toBe(
      true,
    );
    expect(region.water).toHaveLength(3);
  });

  test('names the source of its data', () => {
    expect(file.attribution).toContain('GeoNames');
    expect(file.attribution).toContain('Natural Earth');
  });

  test('is not read from a damaged file', () => {
    expect(() => decodeRegion({ ...file, format: 2 })).toThrow();
    expect(() => decodeRegion('<html>')).toThrow();
  });
});

describe('Building the region', () => {
  test('produces the committed files', () => {
    const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const places = buildGazetteer();
    expect(
      serializeGazetteer(places) === read('server/places/gazetteer.generated.json'),
      'run npm run region',
    ).toBe(true);
    expect(
      serializeBaseMap(places) === read('src/map/region/region.generated.json'),
      'run npm run region',
    ).toBe(true);
  });

  test('encodes lines that decode to the same points', () => {
    const line: Position[] = [
      [-180, 90],
      [180, -90],
      [0, 0],
      [-6.2603, 53.3498],
      [-6.2602, 53.3498],
    ];
    const decoded = decodeRegion({
      ...file,
      labels: [],
      borders: [],
      water: [],
      linesPerDegree: 10_000,
      land: [encodeLine(line, 10_000)],
    });
    expect(decoded.land[0]).toEqual(line.map(([x, y]) => [y, x]));
    expect(
      encodePoints(
        [
          [1, 1],
          [1, 1],
        ],
        10,
      ),
    ).toHaveLength(4);
    expect(
      encodeLine(
        [
          [1, 1],
          [1, 1],
        ],
        10,
      ),
    ).toHaveLength(2);
  });

  test('clips outlines at the edge of the bounding box', () => {
    const square: Position[] = [
      [-2, -2],
      [2, -2],
      [2, 2],
      [-2, 2],
    ];
    expect(clipOutline(square, [0, 0, 5, 5])).toHaveLength(4);
    expect(new Set(clipOutline(square, [0, 0, 5, 5]).map(String))).toEqual(
      new Set(['0,0', '2,0', '2,2', '0,2']),
    );
    expect(clipOutline(square, [3, 3, 5, 5])).toEqual([]);
  });
});

function isInside(
  outline: readonly (readonly [number, number])[],
  latitude: number,
  longitude: number,
): boolean {
  return outline.reduce((inside, [y, x], at) => {
    const [beforeY, beforeX] = outline[(at + outline.length - 1) % outline.length] ?? [y, x];
    const crosses =
      y > latitude !== beforeY > latitude && longitude < ((beforeX - x) * (latitude - y)) / (beforeY - y) + x;
    return crosses ? !inside : inside;
  }, false);
}
