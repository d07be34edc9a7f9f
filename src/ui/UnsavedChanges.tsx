import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { preloadDialog } from './ResponsiveModal.tsx';

type UnsavedChangesProps = {
  isDirty: boolean;
  /** Set if the form is in a dialog: `isConfirming` while the user tries to close that dialog. */
  closing?: { isConfirming: boolean; onClose: () => void; onStay: () => void };
};

const shouldBlock = () => true;

/** Asks for confirmation before a link, Back, a closed tab or a closed dialog discards unsaved changes (LAY-08). */
export function UnsavedChanges({ isDirty, closing }: UnsavedChangesProps) {
  const blocker = useBlocker({ shouldBlockFn: shouldBlock, disabled: !isDirty, withResolver: true });
  const isLeaving = blocker.status === 'blocked';
  // The dialog's code is loaded now, so that the confirmation also works offline.
  useEffect(() => {
    if (isDirty) void preloadDialog();
  }, [isDirty]);
  return (
    <ConfirmDialog
      isOpen={isLeaving || closing?.isConfirming === true}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDanger
      onConfirm={() => (isLeaving ? blocker.proceed() : closing?.onClose())}
      onClose={() => (isLeaving ? blocker.reset() : closing?.onStay())}
    >
      Your changes haven't been saved yet.
    </ConfirmDialog>
  );
}
