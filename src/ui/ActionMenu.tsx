import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './ActionMenu.module.css';
import { Icon, IconButton, type IconName } from './Icon.tsx';

export const MENU_ACTION = { variant: 'subtle', size: 'sm' } as const;

/** An action of a menu that needs no connection. */
export function MenuButton({ icon, ...props }: ButtonProps & { icon: IconName; onClick: () => void }) {
  return <Button {...MENU_ACTION} leftSection={<Icon name={icon} />} {...props} />;
}

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
      <div id={id} popover="auto" className={`card floating ${classes.menu}`} ref={closeAfterAction}>
        {children}
      </div>
    </>
  );
}

/** Closes a menu when one of its actions is used. A button that is disabled says why, so the menu stays open. */
function closeAfterAction(menu: HTMLElement | null): void {
  menu?.addEventListener('click', ({ target }) => {
    // Browsers without popovers show the actions all the time.
    if (target instanceof Element && target.closest('a, button:not([aria-disabled="true"])'))
      menu.hidePopover?.();
  });
}
