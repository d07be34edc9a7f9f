import postalAreas from './postal-areas.json';

export type PostalArea = {
  country: 'IE' | 'GB';
  town: string;
  radiusKm: number;
  /** A postal district of Dublin, such as `D06`. */
  district?: string;
};

/** The post town of each Eircode routing key, outside the postal districts of Dublin. */
const postTowns = new Map(Object.entries(postalAreas.routingKeys));
/** The main town of each British postcode area. */
const areaTowns = new Map(Object.entries(postalAreas.postcodeAreas));
const allTowns = new Set([...postTowns.values(), ...areaTowns.values()]);
/** Areas that extend much further than the others, mostly in the Highlands. */
const wideAreas = new Set(postalAreas.wideAreas);

/** Whether postal codes of its own belong to a town with this name. */
export function isPostTown(name: string): boolean {
  return allTowns.has(name);
}

/** The area of an Eircode routing key in lower case, such as `w91`; undefined if there is no such key. */
export function areaOfRoutingKey(key: string): PostalArea | undefined {
  if (/^d(?:6w|0[1-9]|1\d|2[0-4])$/.test(key)) {
    return { country: 'IE', town: 'Dublin', radiusKm: 20, district: key.toUpperCase() };
  }
  const town = postTowns.get(key);
  return town === undefined ? undefined : { country: 'IE', town, radiusKm: /^t[12]/.test(key) ? 20 : 60 };
}

/** The area of a British outward code in lower case, such as `sw1a`; undefined if there is no such area. */
export function areaOfOutwardCode(code: string): PostalArea | undefined {
  const area = code.replace(/\d.*$/, '');
  const town = areaTowns.get(area);
  if (town === undefined) return undefined;
  return { country: 'GB', town, radiusKm: wideAreas.has(area) ? 150 : 60 };
}
