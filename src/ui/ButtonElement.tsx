import type { ComponentPropsWithRef, MouseEvent } from 'react';

type ButtonElementProps = ComponentPropsWithRef<'button'> & { 'data-loading'?: boolean };

/**
 * The element of Mantine's buttons. While it is loading or `aria-disabled` it does nothing and keeps the focus, which a
 * browser takes away from an element that becomes `disabled`. (LAY-10)
 */
export function ButtonElement({ type = 'button', disabled, onClick, ...others }: ButtonElementProps) {
  const isBlocked = others['data-loading'] || others['aria-disabled'] || undefined;
  return (
    <button
      {...others}
      type={type}
      disabled={disabled && !isBlocked}
      aria-disabled={isBlocked}
      onClick={isBlocked ? preventDefault : onClick}
    />
  );
}

/** Also prevents that the Enter key in a field submits the form of the button. */
function preventDefault(event: MouseEvent): void {
  event.preventDefault();
}
