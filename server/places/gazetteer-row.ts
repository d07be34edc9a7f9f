import * as v from 'valibot';
import { type GazetteerPlace, PLACE_KINDS } from '../queries/gazetteer-place.ts';

const SEPARATOR = '|';
const decimal = v.pipe(v.string(), v.transform(Number), v.finite());
const Fields = v.tuple([
  v.picklist(PLACE_KINDS),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  decimal,
  decimal,
  decimal,
]);

/** A place as an array in `gazetteer.generated.json`, which is a third of the size of an object. */
export function serializeGazetteerRow(place: GazetteerPlace): string {
  const fields = [
    place.kind,
    place.name,
    place.otherName,
    place.street,
    place.suburb,
    place.city,
    place.county,
    place.state,
    place.postcode,
    place.country,
    place.latitude.toFixed(4),
    place.longitude.toFixed(4),
    String(place.population),
  ];
  return fields.map((field) => field.replaceAll(SEPARATOR, ' ')).join(SEPARATOR);
}

export function parseGazetteerRow(row: string): GazetteerPlace {
  const [
    kind,
    name,
    otherName,
    street,
    suburb,
    city,
    county,
    state,
    postcode,
    country,
    latitude,
    longitude,
    population,
  ] = v.parse(Fields, row.split(SEPARATOR));
  return {
    kind,
    name,
    otherName,
    street,
    suburb,
    city,
    county,
    state,
    postcode,
    country,
    latitude,
    longitude,
    population,
  };
}
