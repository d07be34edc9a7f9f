import { useEffect, useRef, useState } from 'react';
import { REVERSE_PATIENCE_MS } from '../contract/constants.ts';
import type { Coordinates } from '../contract/place.ts';
import { currentLocation } from './current-location.ts';
import { nameOf, type PickedPlace, unnamed } from './picked-place.ts';

export type Picking = {
  picked: PickedPlace | undefined;
  /** What the map should bring into view: not what was just pointed at, which is in view. */
  shown: readonly Coordinates[];
  isFinding: boolean;
  isLocating: boolean;
  /** What went otherwise than hoped, in words. */
  trouble: string;
  pickPoint: (point: Coordinates) => void;
  pickPlace: (place: PickedPlace) => void;
  pickHere: () => void;
};

/** One point at a time: a newer one aborts the older question for its address. */
export function usePicker(start: PickedPlace | undefined): Picking {
  const [picked, setPicked] = useState(start);
  const [shown, setShown] = useState<readonly Coordinates[]>(start ? [start] : []);
  const [isFinding, setFinding] = useState(false);
  const [isLocating, setLocating] = useState(false);
  const [trouble, setTrouble] = useState('');
  const asking = useRef<AbortController>(undefined);
  // A position that arrives after another choice, or after the dialog has gone, is no longer wanted.
  const locating = useRef(0);
  useEffect(() => () => supersede(asking, locating), []);

  function take(place: PickedPlace): void {
    supersede(asking, locating);
    setLocating(false);
    setFinding(false);
    setTrouble('');
    setPicked(place);
  }

  async function pickPoint(point: Coordinates): Promise<void> {
    take(unnamed(point));
    const controller = new AbortController();
    asking.current = controller;
    setFinding(true);
    const patience = setTimeout(() => controller.abort(), REVERSE_PATIENCE_MS);
    const named = await nameOf(point, controller.signal);
    clearTimeout(patience);
    if (asking.current !== controller) return;
    setFinding(false);
    if (named) setPicked(named);
    else setTrouble('No address was found for this point. It can be used by its coordinates.');
  }

  async function pickHere(): Promise<void> {
    const turn = ++locating.current;
    setTrouble('');
    setLocating(true);
    const located = await currentLocation();
    if (locating.current !== turn) return;
    setLocating(false);
    if ('refusal' in located) {
      setTrouble(located.refusal);
    } else {
      setShown([located.at]);
      await pickPoint(located.at);
    }
  }

  return {
    picked,
    shown,
    isFinding,
    isLocating,
    trouble,
    pickPoint: (point) => void pickPoint(point),
    pickPlace: (place) => {
      take(place);
      setShown([place]);
    },
    pickHere: () => void pickHere(),
  };
}

function supersede(asking: { current: AbortController | undefined }, locating: { current: number }): void {
  asking.current?.abort();
  asking.current = undefined;
  locating.current++;
}
