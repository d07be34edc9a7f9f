import { useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.ts';
import type { PlaceQuestionsProps } from './PlaceQuestions.tsx';

const PlaceQuestions = lazyComponent(() =>
  import('./PlaceQuestions.tsx').then((module) => module.PlaceQuestions),
);

/** The questions about unclear places, whose code is loaded when the first one comes up. */
export function LazyPlaceQuestions(props: PlaceQuestionsProps) {
  const { estimate } = props;
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isNeeded && estimate.kind === 'quoted' && estimate.estimate.isDistanceAssumed) setIsNeeded(true);
  return isNeeded ? <PlaceQuestions {...props} /> : null;
}
