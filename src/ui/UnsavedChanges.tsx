import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { preloadDialog } from './ResponsiveModal.tsx';

type UnsavedChangesProps = {
  isDirty: boolean;
  /** Set if the form is in a dialog: `isConfirming` while the user tries to close that dialog. */
  closing?: { isConfirming: boolean; onClose: () => void; onStay: () => void };
};

/** Asks for confirmation before a link, Back, a closed tab or a closed dialog discards unsaved changes (LAY-08). */
export function UnsavedChanges({ isDirty, closing }: UnsavedChangesProps) {
  const { history: router } = useRouter();
  const [answer, setAnswer] = useState<(isLeaving: boolean) => void>();
  const ask = async () => {
    const isLeaving = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
    setAnswer(undefined);
    return isLeaving;
  };
  const shouldBlock = useEffectEvent(async (action: string) => {
    if (action === 'PUSH' || action === 'REPLACE') return !(await ask());
    // The browser has gone back already. The router returns to this page, where the confirmation can open.
    const distance = window.history.state.__TSR_index - router.location.state.__TSR_index;
    const leaveIfConfirmed = async () => (await ask()) && router.go(distance, { ignoreBlocker: true });
    addEventListener('popstate', leaveIfConfirmed, { once: true });
    return true;
  });
  // The router's own hook unblocks after the page is drawn, when a form that is gone can still block Back but not ask.
  useLayoutEffect(() => {
    if (!isDirty) return;
    const unblock = router.block({ blockerFn: ({ action }) => shouldBlock(action) });
    return () => unblock();
  }, [isDirty, router]);
  // The dialog's code is loaded now, so that the confirmation also works offline.
  useEffect(() => {
    if (isDirty) void preloadDialog();
  }, [isDirty]);
  return (
    <ConfirmDialog
      isOpen={answer !== undefined || closing?.isConfirming === true}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDanger
      onConfirm={() => (answer ? answer(true) : closing?.onClose())}
      onClose={() => (answer ? answer(false) : closing?.onStay())}
    >
      Your changes haven't been saved yet.
    </ConfirmDialog>
  );
}
