import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { preloadDialog } from './ResponsiveModal.tsx';

type UnsavedChangesProps = {
  /** Whether something typed would be lost. */
  isDirty: boolean;
  /** The person has asked to close what holds the form, without leaving the page. */
  closing?: { isConfirming: boolean; onClose: () => void; onStay: () => void };
};

const always = () => true;

/** Asks before a link, Back, a closed tab or a closed dialog takes along what was typed (LAY-08). */
export function UnsavedChanges({ isDirty, closing }: UnsavedChangesProps) {
  const blocker = useBlocker({ shouldBlockFn: always, disabled: !isDirty, withResolver: true });
  const isLeaving = blocker.status === 'blocked';
  // The question must be there when it is needed, with a network or without.
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
      What you have changed is not saved yet.
    </ConfirmDialog>
  );
}
