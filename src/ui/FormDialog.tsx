import { type ReactNode, useState } from 'react';
import { ResponsiveModal } from './ResponsiveModal.tsx';
import { UnsavedChanges } from './UnsavedChanges.tsx';
import { WhileOpen } from './WhileOpen.tsx';

export type DialogFormProps = {
  onDirtyChange: (isDirty: boolean) => void;
  /** Called after a save. */
  onClose: () => void;
  /** Called when the user closes the dialog in a way that the dialog does not notice. */
  onLeave: () => void;
};

type FormDialogProps = {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  children: (form: DialogFormProps) => ReactNode;
};

/** A dialog with a form, which asks for confirmation before it closes with unsaved changes. (LAY-08) */
export function FormDialog({ isOpen, title, onClose, children }: FormDialogProps) {
  const [isDirty, setIsDirty] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  function close() {
    setIsDirty(false);
    setIsConfirming(false);
    onClose();
  }
  // The timeout keeps the Escape key press that opens the confirmation from closing it as well.
  const leave = () => (isDirty ? setTimeout(() => setIsConfirming(true)) : close());
  return (
    // While the confirmation is open, Escape must close only the confirmation.
    <ResponsiveModal isOpen={isOpen} title={title} onClose={leave} isLocked={isConfirming}>
      <WhileOpen isOpen={isOpen}>
        {children({ onDirtyChange: setIsDirty, onClose: close, onLeave: leave })}
      </WhileOpen>
      <UnsavedChanges
        isDirty={isDirty}
        closing={{ isConfirming, onClose: close, onStay: () => setIsConfirming(false) }}
      />
    </ResponsiveModal>
  );
}
