import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ResponsiveModal } from './ResponsiveModal.tsx';
import { StillTrying } from './StillTrying.tsx';
import { WhileOpen } from './WhileOpen.tsx';

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The action is destructive: the confirm button is red. */
  isDanger?: boolean;
  /**
   * The action. The dialog waits for its promise and then closes. It stays if the promise is rejected, which it says, or
   * resolves with false: a call has failed, which the API client has shown, and the user may try again.
   */
  onConfirm: () => unknown;
  onClose: () => void;
};

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    isDanger,
    onConfirm,
    onClose,
  } = props;
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const isBusy = state === 'busy';
  function close() {
    setState('ready');
    onClose();
  }
  async function confirm() {
    setState('busy');
    try {
      if ((await onConfirm()) === false) setState('ready');
      else close();
    } catch (error) {
      console.warn('A confirmed action failed', error);
      setState('failed');
    }
  }
  return (
    <ResponsiveModal isOpen={isOpen} onClose={close} title={title} isLocked={isBusy}>
      <div className="text-soft">
        <WhileOpen isOpen={isOpen}>{children}</WhileOpen>
      </div>
      {state === 'failed' && (
        <p role="alert" className="mt-3 text-danger">
          That didn't work. Please try again.
        </p>
      )}
      <div className="dialog-actions mt-5">
        <Button variant="default" onClick={close} disabled={isBusy} data-autofocus>
          {cancelLabel}
        </Button>
        <Button onClick={confirm} loading={isBusy} className={isDanger ? 'danger-button' : undefined}>
          {confirmLabel}
        </Button>
      </div>
      <StillTrying isPending={isBusy} />
    </ResponsiveModal>
  );
}
