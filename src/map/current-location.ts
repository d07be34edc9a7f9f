import type { Coordinates } from '../contract/place.ts';

type LocationResult = { coordinates: Coordinates } | { errorMessage: string };

const ALTERNATIVES = 'Search or point at the place instead.';
const POSITION_UNAVAILABLE = `Your place could not be found. ${ALTERNATIVES}`;
/** By the codes of GeolocationPositionError. */
const LOCATION_ERRORS: Record<number, string> = {
  1: `Your browser may not tell this page where you are. You can allow it in the browser's settings. ${ALTERNATIVES}`,
  2: POSITION_UNAVAILABLE,
  3: `Finding your place took too long. ${ALTERNATIVES}`,
};

/** Where the person is, or in words why that is not known. */
export function getCurrentLocation(): Promise<LocationResult> {
  if (!('geolocation' in navigator)) return Promise.resolve({ errorMessage: POSITION_UNAVAILABLE });
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ coordinates: { latitude, longitude } }),
      ({ code }) => resolve({ errorMessage: LOCATION_ERRORS[code] ?? POSITION_UNAVAILABLE }),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  });
}
