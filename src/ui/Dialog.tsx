import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';
import { useOpening } from './use-opening.ts';

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
      opened={useOpening(isOpen)}
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
      transitionProps={{ transition: 'slide-up', duration: 200 }}
    >
      {children}
    </Modal>
  );
}
