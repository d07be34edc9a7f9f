import { useEffect, useRef, useState } from 'react';
import type { Coordinates } from '../contract/place.ts';
import { nameOf, type PickedPlace, unnamed } from './picked-place.ts';

export type Picking = {
  picked: PickedPlace | undefined;
  isFinding: boolean;
  /** What went otherwise than hoped, in words. */
  trouble: string;
  pickPoint: (point: Coordinates) => void;
  pickPlace: (place: PickedPlace) => void;
  pickHere: () => void;
};

const REFUSALS: Record<number, string> = {
  1: 'Your browser may not tell where you are. Search or point at the place instead.',
  2: 'Your place could not be found. Search or point at it instead.',
  3: 'Finding your place took too long. Search or point at it instead.',
};

/** One point at a time: a newer one aborts the older question for its address. */
export function usePicker(start: PickedPlace | undefined): Picking {
  const [picked, setPicked] = useState(start);
  const [isFinding, setFinding] = useState(false);
  const [trouble, setTrouble] = useState('');
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  function pickPlace(place: PickedPlace): void {
    asking.current?.abort();
    setFinding(false);
    setTrouble('');
    setPicked(place);
  }

  async function findName(point: Coordinates): Promise<void> {
    pickPlace(unnamed(point));
    const controller = new AbortController();
    asking.current = controller;
    setFinding(true);
    const { place, isKnown } = await nameOf(point, controller.signal);
    if (controller.signal.aborted) return;
    setFinding(false);
    setPicked(place);
    if (!isKnown) setTrouble('No address was found there. The place itself can be used.');
  }

  function pickHere(): void {
    setTrouble('');
    if (!('geolocation' in navigator)) {
      setTrouble(REFUSALS[2] ?? '');
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => void findName({ latitude: coords.latitude, longitude: coords.longitude }),
      ({ code }) => setTrouble(REFUSALS[code] ?? ''),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  }

  return { picked, isFinding, trouble, pickPoint: (point) => void findName(point), pickPlace, pickHere };
}
