import { useState } from 'react';
import { MenuButton } from '../ui/ActionMenu.tsx';
import { TextButton } from '../ui/Links.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
import { ResponsiveModal } from '../ui/ResponsiveModal.tsx';
import type { SaveTemplateFormProps } from './SaveTemplateForm.tsx';

const SaveTemplateForm = lazyComponent(() =>
  import('./SaveTemplateForm.tsx').then((module) => module.SaveTemplateForm),
);

type SaveTemplateProps = Pick<SaveTemplateFormProps, 'initialName' | 'onSave'> & {
  /** Whether it is an action of a menu, and not below a text. */
  isInMenu?: boolean;
};

/** A button that opens a dialog, in which a request is saved under a name. */
export function SaveTemplate({ initialName, onSave, isInMenu = false }: SaveTemplateProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      {isInMenu ? (
        <MenuButton icon="copy" onClick={() => setIsOpen(true)}>
          Save as template
        </MenuButton>
      ) : (
        <TextButton onClick={() => setIsOpen(true)}>Save as template</TextButton>
      )}
      <ResponsiveModal isOpen={isOpen} title="Save as template" onClose={close}>
        <SaveTemplateForm initialName={initialName} onSave={onSave} onClose={close} />
      </ResponsiveModal>
    </>
  );
}
