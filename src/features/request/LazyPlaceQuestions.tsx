import { useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.ts';
import type { PlaceQuestionsProps } from './PlaceQuestions.tsx';

const PlaceQuestions = lazyComponent(() =>
  import('./PlaceQuestions.tsx').then((module) => module.PlaceQuestions),
);

/** The questions about the places, whose code is loaded when both are known. */
export function LazyPlaceQuestions(props: PlaceQuestionsProps) {
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isNeeded && 'estimate' in props.estimate) setIsNeeded(true);
  return isNeeded ? <PlaceQuestions {...props} /> : null;
}
