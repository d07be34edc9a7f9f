import { useEffect, useRef, useState } from 'react';
import type { DraftPlace } from '../../domain/draft.ts';

/** Fills a place field with the current location. A change of the field in the meantime wins. */
export function useMyLocation(place: DraftPlace, onFound: (place: DraftPlace) => void) {
  const [message, setMessage] = useState('');
  // The prerendered page is the same for every device, so the device is asked after hydration.
  const [isAvailable, setIsAvailable] = useState(false);
  useEffect(() => void setIsAvailable('geolocation' in navigator), []);
  const latestName = useRef<string>(undefined);
  useEffect(() => {
    latestName.current = place.name;
    return () => {
      latestName.current = undefined;
    };
  }, [place.name]);

  async function find(): Promise<void> {
    const nameBefore = place.name;
    setMessage('Finding your location…');
    // The code is loaded on demand, because most people type an address.
    const { findMyPlace } = await import('../../map/find-my-place.ts');
    const found = await findMyPlace();
    if (latestName.current !== nameBefore) {
      setMessage('');
      return;
    }
    setMessage('errorMessage' in found ? found.errorMessage : '');
    if ('errorMessage' in found) return;
    const { address, latitude, longitude, city, postalCode, country } = found.place;
    onFound({ name: address, chosen: { latitude, longitude, city, postalCode, country } });
  }

  return {
    message,
    /** Asks the device for its location; undefined if the device has none. */
    find: isAvailable ? () => void find() : undefined,
  };
}
