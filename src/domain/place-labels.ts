import { coordinatesOf, distanceKm } from '../contract/coordinates.ts';
import type { PlaceSnapshot } from '../contract/place.ts';
import type { Draft, DraftPlace } from './draft.ts';
import { formatDistance } from './format.ts';

type Route = { pickUpSnapshot: PlaceSnapshot; dropOffSnapshot: PlaceSnapshot };

/** Longer titles are truncated; the delivery details show every place in full. */
const TITLE_MAX = 60;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A part of an address that says nothing without the house it belongs to: "Apartment 12", "Flat B". */
const UNIT = /^(apartment|apt\.?|flat|unit|suite|floor|room)\s+\S{1,5}$/i;

/** A place in two lines: a short name and the rest of its address. */
export type PlaceLabel = { title: string; detail: string };

/** The labels of pick-up and drop-off: the city of each, or the first part of its name. */
export function routeLabels({ pickUpSnapshot, dropOffSnapshot }: Route) {
  const cities = [pickUpSnapshot, dropOffSnapshot].map((place) => place.city?.trim().toLowerCase() ?? '');
  // "Dublin to Dublin" does not identify a delivery.
  const useCity = cities[0] !== cities[1];
  return { from: placeLabel(pickUpSnapshot, useCity), to: placeLabel(dropOffSnapshot, useCity) };
}

/** "Rathmines to Howth". */
export function routeTitle(route: Route): string {
  const { from, to } = routeLabels(route);
  return `${isolateRightToLeft(from.title)} to ${isolateRightToLeft(to.title)}`;
}

/** "Rathmines to Howth". The places of a draft may be empty. */
export function draftTitle({ fields: { pickUp, dropOff } }: Pick<Draft, 'fields'>): string {
  const snapshotOf = ({ name, chosen }: DraftPlace) => ({
    name: name.trim() || 'somewhere',
    city: chosen?.city,
  });
  if (pickUp.name.trim() === '' && dropOff.name.trim() === '') return 'Untitled request';
  return routeTitle({ pickUpSnapshot: snapshotOf(pickUp), dropOffSnapshot: snapshotOf(dropOff) });
}

/** "Rathmines to Howth, about 15 km.": the text alternative of a map. */
export function routeDescription(route: Route): string {
  const from = coordinatesOf(route.pickUpSnapshot);
  const to = coordinatesOf(route.dropOffSnapshot);
  const distance = from && to ? `, ${formatDistance(distanceKm(from, to))}` : '';
  return `${routeTitle(route)}${distance}.`;
}

/** Isolates right-to-left text, so that it does not change the direction of the words around it. */
function isolateRightToLeft(title: string): string {
  return RIGHT_TO_LEFT.test(title) ? `\u2068${title}\u2069` : title;
}

function placeLabel(place: PlaceSnapshot, useCity: boolean): PlaceLabel {
  const parts = place.name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const city = place.city?.trim();
  const house = parts.find((part) => !UNIT.test(part)) ?? parts[0];
  const name = (useCity && city) || house || city || 'Unknown place';
  const title = name.length > TITLE_MAX ? `${[...name].slice(0, TITLE_MAX).join('')}…` : name;
  const rest = parts.filter((part) => part.toLowerCase() !== name.toLowerCase());
  return { title, detail: name === house ? rest.slice(0, 2).join(', ') : (rest[0] ?? '') };
}

type Referable = {
  id: number | string;
  referenceNumber?: string | null | undefined;
  order?: { referenceNumber?: string | null | undefined } | null | undefined;
};

/** How the user names a delivery or a request. The id remains only if the API has no references. (DEL-07) */
export function referenceOf({ referenceNumber, order, id }: Referable): string {
  return referenceNumber || order?.referenceNumber || String(id);
}
