import { useEffect, useRef, useState } from 'react';
import { REVERSE_GEOCODE_TIMEOUT_MS } from '../contract/constants.ts';
import type { Coordinates } from '../contract/place.ts';
import { getCurrentLocation } from './current-location.ts';
import { lookUpAddress, type PickedPlace, placeWithoutAddress } from './picked-place.ts';

export type PickerState = {
  picked: PickedPlace | undefined;
  /** What the map should bring into view: not what was just pointed at, which is in view. */
  placesInView: readonly Coordinates[];
  isFinding: boolean;
  isLocating: boolean;
  /** What went otherwise than hoped, in words. */
  errorMessage: string;
  pickPoint: (point: Coordinates) => void;
  pickPlace: (place: PickedPlace) => void;
  pickCurrentLocation: () => void;
};

/** One point at a time: a newer one aborts the older question for its address. */
export function usePicker(start: PickedPlace | undefined): PickerState {
  const [picked, setPicked] = useState(start);
  const [placesInView, setPlacesInView] = useState<readonly Coordinates[]>(start ? [start] : []);
  const [isFinding, setIsFinding] = useState(false);
  const [isLocating, setIsLocating] = useState(false);
  const [errorMessage, setErrorMessage] = useState('');
  const pendingRequest = useRef<AbortController>(undefined);
  // A position that arrives after another choice, or after the dialog has gone, is no longer wanted.
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
    const addressed = await lookUpAddress(point, controller.signal);
    clearTimeout(timeout);
    if (pendingRequest.current !== controller) return;
    setIsFinding(false);
    if (addressed) setPicked(addressed);
    else setErrorMessage('No address was found for this point. It can be used by its coordinates.');
  }

  async function pickCurrentLocation(): Promise<void> {
    const requestId = ++locationRequestId.current;
    setErrorMessage('');
    setIsLocating(true);
    const located = await getCurrentLocation();
    if (locationRequestId.current !== requestId) return;
    setIsLocating(false);
    if ('errorMessage' in located) {
      setErrorMessage(located.errorMessage);
    } else {
      setPlacesInView([located.coordinates]);
      await pickPoint(located.coordinates);
    }
  }

  return {
    picked,
    placesInView,
    isFinding,
    isLocating,
    errorMessage,
    pickPoint: (point) => void pickPoint(point),
    pickPlace: (place) => {
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
