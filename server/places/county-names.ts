import counties from './counties.json';
import { foldText } from './fold-text.ts';

/**
 * The areas of the gazetteer that each county comprises; all names are folded. The file also has the other forms that
 * follow "Co." in addresses, most of them in Irish, and the counties of the United Kingdom, which are larger than the
 * districts that the gazetteer names.
 */
export const COUNTY_AREAS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(counties).map(([county, areas]) => [foldText(county), new Set(areas.map(foldText))]),
);
