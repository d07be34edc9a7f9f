import * as v from 'valibot';

export const PLACE_KINDS = ['city', 'town', 'village', 'suburb', 'street', 'landmark'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** One place of the gazetteer. An empty string means "unknown"; coordinates are WGS 84 degrees. */
export const GazetteerPlace = v.object({
  kind: v.picklist(PLACE_KINDS),
  /** The name of the town, street or landmark. */
  name: v.string(),
  /** Another name that people type. */
  otherName: v.string(),
  /** The street of a landmark. */
  street: v.string(),
  suburb: v.string(),
  city: v.string(),
  county: v.string(),
  state: v.string(),
  postcode: v.string(),
  /** ISO 3166 alpha-2, upper case. */
  country: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  population: v.number(),
});
export type GazetteerPlace = v.InferOutput<typeof GazetteerPlace>;

export function isSettlement(kind: PlaceKind): boolean {
  return kind !== 'street' && kind !== 'landmark';
}
