import { Modal } from '@mantine/core';
import classes from './ModalFrame.module.css';
import type { ResponsiveModalProps } from './ResponsiveModal.tsx';

/** The heavy half of ResponsiveModal; a default export, because `lazy` wants one. */
export default function ModalFrame({
  isOpen,
  onClose,
  title,
  children,
  size = 'form',
  closeLabel = 'Close',
  isLocked = false,
}: ResponsiveModalProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      classNames={classes}
      data-size={size}
      closeOnClickOutside={!isLocked}
      closeOnEscape={!isLocked}
      closeButtonProps={{ 'aria-label': closeLabel, disabled: isLocked }}
      transitionProps={{ transition: 'slide-up', duration: 200 }}
    >
      {children}
    </Modal>
  );
}
