import { type RefObject, useEffect, useRef } from 'react';

/** The ref of a field that takes the focus when it appears. A dialog cannot focus a field whose code loads later. */
export function useAutofocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return field;
}
