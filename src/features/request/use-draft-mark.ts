import { useEffect } from 'react';
import { coordinatesOf } from '../../contract/coordinates.ts';
import type { Draft } from '../../domain/draft.ts';
import { toPlaceSnapshot } from '../../domain/request-payload.ts';
import { useDrafts } from '../../stores/drafts.ts';

/** The script in the head of the page reads the same key (startup/head-script.ts). */
const DRAFT_MARK_KEY = 'send-open-draft';

/**
 * Marks the root element, now and before the first paint of the next visit, if there is an open draft ("places"), and if
 * the first step shows its route on a map ("route"). The styles reserve the place of what a draft adds. (LAY-07)
 */
export function useDraftMark(draft: Draft | undefined): void {
  const mark = draft && (hasRoute(draft) ? 'route' : 'places');
  useEffect(() => {
    // Until the stored drafts have been read, the mark of the last visit applies.
    const write = () => {
      if (useDrafts.persist.hasHydrated()) writeMark(mark);
    };
    write();
    return useDrafts.persist.onFinishHydration(write);
  }, [mark]);
}

function hasRoute({ step, fields }: Draft): boolean {
  if (step !== 'locations') return false;
  return [fields.pickUp, fields.dropOff].every((place) => coordinatesOf(toPlaceSnapshot(place)));
}

function writeMark(mark: 'route' | 'places' | undefined): void {
  const { dataset } = document.documentElement;
  if (mark === undefined) delete dataset.draft;
  else dataset.draft = mark;
  try {
    if (mark === undefined) localStorage.removeItem(DRAFT_MARK_KEY);
    else localStorage.setItem(DRAFT_MARK_KEY, mark);
  } catch (error) {
    console.info('The next visit cannot reserve the place of the draft', error);
  }
}
