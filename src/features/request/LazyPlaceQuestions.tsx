import { useEffect, useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.ts';
import type { PlaceQuestionsProps } from './PlaceQuestions.tsx';

const PlaceQuestions = lazyComponent(() =>
  import('./PlaceQuestions.tsx').then((module) => module.PlaceQuestions),
);

/**
 * The questions about the places, whose code is loaded when both are known. A first step that opens with a stored draft
 * asks for house numbers after the first press, because that would move what the user has begun to look at. (LAY-07)
 */
export function LazyPlaceQuestions(props: Omit<PlaceQuestionsProps, 'asksHouseNumber'>) {
  const [isUsed, setIsUsed] = useState(props.only !== undefined);
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    const waiting = new AbortController();
    for (const type of ['click', 'keyup', 'input'])
      addEventListener(type, () => setIsUsed(true), { signal: waiting.signal });
    return () => waiting.abort();
  }, []);
  if (!isNeeded && 'estimate' in props.estimate) setIsNeeded(true);
  return isNeeded ? <PlaceQuestions {...props} asksHouseNumber={isUsed} /> : null;
}
