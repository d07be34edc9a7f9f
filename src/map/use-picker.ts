import { useEffect, useRef, useState } from 'react';
import type { Coordinates } from '../contract/coordinates.ts';
import { getCurrentLocation } from './current-location.ts';
import {
  lookUpAddress,
  type PickedPlace,
  placeWithoutAddress,
  REVERSE_GEOCODE_TIMEOUT_MS,
} from './picked-place.ts';

export type PickerState = ReturnType<typeof usePicker>;

/** The state of the map picker. A newly picked point aborts the address lookup of the previous one. */
export function usePicker(start: PickedPlace | undefined) {
  const [picked, setPicked] = useState(start);
  const [placesInView, setPlacesInView] = useState<readonly Coordinates[]>(start ? [start] : []);
  const [isFinding, setIsFinding] = useState(false);
  const [isLocating, setIsLocating] = useState(false);
  const [errorMessage, setErrorMessage] = useState('');
  const pendingRequest = useRef<AbortController>(undefined);
  // A location that arrives after another choice, or after the dialog was closed, must be ignored.
  const locationRequestId = useRef(0);
  useEffect(() => () => cancelPending(pendingRequest, locationRequestId), []);

  function selectPlace(place: PickedPlace): void {
    cancelPending(pendingRequest, locationRequestId);
    setIsLocating(false);
    setIsFinding(false);
    setErrorMessage('');
    setPicked(place);
  }

  async function pickPoint(point: Coordinates): Promise<void> {
    selectPlace(placeWithoutAddress(point));
    const controller = new AbortController();
    pendingRequest.current = controller;
    setIsFinding(true);
    const timeout = setTimeout(() => controller.abort(), REVERSE_GEOCODE_TIMEOUT_MS);
    const place = await lookUpAddress(point, controller.signal);
    clearTimeout(timeout);
    if (pendingRequest.current !== controller) return;
    setIsFinding(false);
    if (place) setPicked(place);
    else setErrorMessage('No address found for this point. You can still use it by its coordinates.');
  }

  async function pickCurrentLocation(): Promise<void> {
    const requestId = ++locationRequestId.current;
    setErrorMessage('');
    setIsLocating(true);
    const location = await getCurrentLocation();
    if (locationRequestId.current !== requestId) return;
    setIsLocating(false);
    if ('errorMessage' in location) {
      setErrorMessage(location.errorMessage);
    } else {
      setPlacesInView([location.coordinates]);
      await pickPoint(location.coordinates);
    }
  }

  return {
    picked,
    /** The places to fit into the view. A tapped point is not among them, because it already is in view. */
    placesInView,
    isFinding,
    isLocating,
    /** Empty if there is no error. */
    errorMessage,
    pickPoint: (point: Coordinates) => void pickPoint(point),
    pickPlace: (place: PickedPlace) => {
      selectPlace(place);
      setPlacesInView([place]);
    },
    pickCurrentLocation: () => void pickCurrentLocation(),
  };
}

function cancelPending(
  pendingRequest: { current: AbortController | undefined },
  locationRequestId: { current: number },
): void {
  pendingRequest.current?.abort();
  pendingRequest.current = undefined;
  locationRequestId.current++;
}
