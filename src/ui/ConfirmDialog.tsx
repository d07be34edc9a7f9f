import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ResponsiveModal } from './ResponsiveModal.tsx';
import { StillTrying } from './StillTrying.tsx';

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The action is destructive: the confirm button is red. */
  isDanger?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDanger = false,
  isBusy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <ResponsiveModal isOpen={isOpen} onClose={onClose} title={title} isLocked={isBusy}>
      <div className="text-soft text-pretty">{children}</div>
      <div className={'dialog-actions mt-5'}>
        <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
          {cancelLabel}
        </Button>
        <Button onClick={onConfirm} loading={isBusy} className={isDanger ? 'danger-button' : undefined}>
          {confirmLabel}
        </Button>
      </div>
      <StillTrying isPending={isBusy} />
    </ResponsiveModal>
  );
}
