import type { Coordinates } from '../contract/place.ts';

type Located = { at: Coordinates } | { refusal: string };

const INSTEAD = 'Search or point at the place instead.';
const NOWHERE = `Your place could not be found. ${INSTEAD}`;
/** By the codes of GeolocationPositionError. */
const REFUSALS: Record<number, string> = {
  1: `Your browser may not tell this page where you are. You can allow it in the browser's settings. ${INSTEAD}`,
  2: NOWHERE,
  3: `Finding your place took too long. ${INSTEAD}`,
};

/** Where the person is, or in words why that is not known. */
export function currentLocation(): Promise<Located> {
  if (!('geolocation' in navigator)) return Promise.resolve({ refusal: NOWHERE });
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ at: { latitude, longitude } }),
      ({ code }) => resolve({ refusal: REFUSALS[code] ?? NOWHERE }),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  });
}
