export const PLACE_KINDS = ['city', 'town', 'village', 'suburb', 'street', 'landmark'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** One place of the gazetteer. An empty string means "unknown"; coordinates are WGS 84 degrees. */
export type GazetteerPlace = {
  kind: PlaceKind;
  /** The name of the town, street or landmark. */
  name: string;
  /** Another name that people type. */
  otherName: string;
  /** The street of a landmark. */
  street: string;
  suburb: string;
  city: string;
  county: string;
  state: string;
  postcode: string;
  /** ISO 3166 alpha-2, upper case. */
  country: string;
  latitude: number;
  longitude: number;
  population: number;
};

export function isSettlement(kind: PlaceKind): boolean {
  return kind !== 'street' && kind !== 'landmark';
}
