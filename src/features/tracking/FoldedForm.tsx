import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';

type FoldedFormProps = { isFolded: boolean; onUnfold: () => void; children: ReactNode };

/** A form that the result replaces. It stays mounted, so that it retains what was typed. (TRK-13) */
export function FoldedForm({ isFolded, onUnfold, children }: FoldedFormProps) {
  const form = useRef<HTMLDivElement>(null);
  const unfold = useRef<HTMLButtonElement>(null);
  const wasFolded = useRef(isFolded);

  // The browser takes the focus away from a hidden element after the layout, so it is moved before.
  useLayoutEffect(() => {
    if (isFolded && form.current?.contains(document.activeElement)) unfold.current?.focus();
  }, [isFolded]);

  useEffect(() => {
    const input = form.current?.querySelector('input');
    if (wasFolded.current && !isFolded) {
      input?.focus();
      input?.select();
    }
    wasFolded.current = isFolded;
  }, [isFolded]);

  return (
    <>
      {isFolded && (
        <div>
          <Button
            ref={unfold}
            size="sm"
            variant="default"
            leftSection={<Icon name="search" />}
            onClick={onUnfold}
          >
            Track another package
          </Button>
        </div>
      )}
      <div ref={form} hidden={isFolded}>
        {children}
      </div>
    </>
  );
}
