import type { KnownPlace, PlaceMatch } from '../../src/contract/place.ts';
import { type GazetteerPlace, isSettlement } from './place.ts';
import type { PlaceIndex } from './place-index.ts';
import { parseQueryText } from './query-text.ts';
import { searchGazetteer } from './search.ts';
import { townsInText } from './towns-in-text.ts';

const MAX_CANDIDATES = 5;

/** The one place that a text certainly names, or the places that it may mean. */
export function matchPlace(index: PlaceIndex, typed: string): PlaceMatch {
  const county = parseQueryText(typed).parts.find(([first]) => first === 'co' || first === 'county');
  const towns = new Set(townsInText(index, typed));
  const named = [...towns].filter((town) => isNamedWith(town, county));
  const [place] = named;
  if (place !== undefined && named.length === 1) return { kind: 'located', ...toKnownPlace(place) };
  const found = searchGazetteer(index, typed, { limit: MAX_CANDIDATES });
  const candidates = named.length > 0 ? named : found.map((hit) => hit.place);
  return { kind: 'unclear', candidates: candidates.slice(0, MAX_CANDIDATES).map(toKnownPlace) };
}

/** A small place may have namesakes that the gazetteer does not contain, so only its county makes it certain. */
function isNamedWith(town: GazetteerPlace, county: readonly string[] | undefined): boolean {
  if (county === undefined) return town.kind === 'city' || (town.country === 'IE' && town.kind !== 'village');
  return county.slice(1).join(' ') === town.county.toLowerCase();
}

function toKnownPlace(place: GazetteerPlace): KnownPlace {
  const { name, kind, county, postcode, country, latitude, longitude } = place;
  const city = place.city || (isSettlement(kind) ? name : '');
  const shownCounty = county === '' || country !== 'IE' ? county : `Co. ${county}`;
  return {
    label: [...new Set([name, city, county === city ? '' : shownCounty])].filter(Boolean).join(', '),
    city,
    postalCode: postcode,
    country,
    latitude,
    longitude,
  };
}
