import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import classes from './Dialog.module.css';
import { WhileOpen } from './WhileOpen.tsx';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** On a phone `form` is a bottom sheet and `full` fills the screen; from 768 px on both are centred boxes. */
  size?: 'form' | 'full';
  closeLabel?: string;
  /** Prevents closing the dialog by accident while an operation is running. */
  isLocked?: boolean;
};

/** A modal dialog. It bundles Mantine's Modal, so import it from lazy code only and use `ResponsiveModal` elsewhere. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, children, size = 'form', closeLabel = 'Close', isLocked = false } = props;
  useCloseOnBack(isOpen, () => !isLocked && onClose());
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<WhileOpen isOpen={isOpen}>{title}</WhileOpen>}
      classNames={{
        root: classes.root ?? '',
        inner: classes.inner ?? '',
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: 'min-w-0 text-xl font-bold tracking-tight wrap-anywhere',
        body: classes.body ?? '',
      }}
      // Without a role, Mantine's <header> would be a second banner landmark of the page.
      attributes={{ root: { 'data-size': size }, header: { role: 'none' } }}
      closeOnClickOutside={!isLocked}
      closeOnEscape={!isLocked}
      closeButtonProps={{ 'aria-label': closeLabel, disabled: isLocked }}
      // FocusRestorer returns the focus, also when the element that opened the dialog has been removed.
      returnFocus={false}
      transitionProps={{ transition: 'slide-up', duration: 200 }}
    >
      {children}
      <FocusRestorer />
    </Modal>
  );
}

/**
 * Returns the focus when the dialog closes. The element that opened it may have been removed in the meantime, as
 * after a login: the focus then moves to the dialog below or to the page's heading.
 */
function FocusRestorer() {
  const [opener] = useState(() => document.activeElement);
  const [parentDialog] = useState(() => opener?.closest<HTMLElement>('[role="dialog"]'));
  useEffect(
    () => () => {
      const isLost = () => document.activeElement === document.body;
      // A user who has moved the focus elsewhere keeps it; a parent dialog that closes too has its own restorer.
      if (!isLost() || parentDialog?.isConnected === false) return;
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus({ preventScroll: true });
      if (isLost()) (parentDialog ?? document.querySelector('h1'))?.focus({ preventScroll: true });
    },
    [opener, parentDialog],
  );
  return null;
}
