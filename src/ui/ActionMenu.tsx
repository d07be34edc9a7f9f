import { type ReactNode, useId } from 'react';
import classes from './ActionMenu.module.css';
import { IconButton } from './Icon.tsx';

type ActionMenuProps = {
  /** The name of the button, which says what the actions are about. */
  label: string;
  children: ReactNode;
};

/** Links and buttons behind one button. The browser shows them above everything else, so that no card clips them. */
export function ActionMenu({ label, children }: ActionMenuProps) {
  const id = useId();
  return (
    <>
      <IconButton icon="dots" label={label} popoverTarget={id} />
      <div id={id} popover="auto" className={`card floating ${classes.menu}`}>
        {children}
      </div>
    </>
  );
}
