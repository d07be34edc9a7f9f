import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './Dialog.module.css';

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** `form` is a sheet on a phone, `full` the whole screen (maps); both are centred boxes from 768 on. */
  size?: 'form' | 'full';
  /** The name of its close button. */
  closeLabel?: string;
  /** While something is under way that must not be left by accident. */
  isLocked?: boolean;
};

/** A dialog. It brings Mantine's Modal along: use it in what is lazy itself, otherwise `ResponsiveModal`. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  size = 'form',
  closeLabel = 'Close',
  isLocked = false,
}: DialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      classNames={{
        root: classes.root ?? '',
        inner: classes.inner ?? '',
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
      // Mantine's <header> would count as a second banner of the page.
      attributes={{ root: { 'data-kind': size }, header: { role: 'none' } }}
      closeOnClickOutside={!isLocked}
      closeOnEscape={!isLocked}
      closeButtonProps={{ 'aria-label': closeLabel, disabled: isLocked }}
      // FocusKeeper does it, also where the opener is gone.
      returnFocus={false}
      transitionProps={{ transition: 'slide-up', duration: 200 }}
    >
      {children}
      <FocusRestorer />
    </Modal>
  );
}

/**
 * Brings the focus back when the dialog has gone. What opened it may be gone too (Login, a first address): then
 * the focus goes into the dialog below, or where it does after a navigation.
 */
function FocusRestorer() {
  const [opener] = useState(() => document.activeElement);
  const [below] = useState(() => opener?.closest<HTMLElement>('[role="dialog"]'));
  useEffect(
    () => () => {
      const isLost = () => document.activeElement === document.body;
      // Whoever has gone on meanwhile is not called back; a dialog that goes along has its own keeper.
      if (!isLost() || below?.isConnected === false) return;
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus({ preventScroll: true });
      if (isLost()) (below ?? document.querySelector('h1'))?.focus({ preventScroll: true });
    },
    [opener, below],
  );
  return null;
}
