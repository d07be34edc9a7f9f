import { useEffect } from 'react';

/** The script in the head of the page reads the same key (startup/head-script.ts). */
const MARKS_KEY = 'send-marks';

/**
 * What the styles wait or reserve a place for: an open draft ("draft"), saved addresses ("saved"), looked-up packages
 * ("packages"), and requests that wait ("waiting").
 */
type Mark = 'draft' | 'saved' | 'packages' | 'waiting';

type PersistedStore = {
  persist: { hasHydrated(): boolean; onFinishHydration(listener: () => void): () => void };
};

/** Marks the root element, now and before the first paint of the next visit. (LAY-07) */
export function useMark({ persist }: PersistedStore, mark: Mark, isSet: boolean): void {
  useEffect(() => {
    // Until the stored data has been read, the mark of the last visit applies.
    const write = () => {
      if (persist.hasHydrated()) writeMark(mark, isSet);
    };
    write();
    return persist.onFinishHydration(write);
  }, [persist, mark, isSet]);
}

export function writeMark(mark: Mark, isSet: boolean): void {
  const { dataset } = document.documentElement;
  const marks = new Set(dataset.marks?.split(' '));
  if (isSet) marks.add(mark);
  else marks.delete(mark);
  dataset.marks = [...marks].join(' ');
  try {
    localStorage.setItem(MARKS_KEY, dataset.marks);
  } catch (error) {
    console.info('The next visit cannot reserve places', error);
  }
}
