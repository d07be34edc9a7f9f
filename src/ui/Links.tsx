import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

export const TextLink = createLink(function TextAnchor({
  className = '',
  ...rest
}: ComponentPropsWithRef<'a'>) {
  return <a className={`text-link ${className}`} {...rest} />;
});

export function TextButton({ className = '', ...rest }: ComponentPropsWithRef<'button'>) {
  return <button type="button" className={`text-link ${className}`} {...rest} />;
}

/** A text link to a page that opens in another tab, for example a receipt. */
export function DocumentLink({ className = '', ...rest }: ComponentPropsWithRef<'a'>) {
  return <a className={`text-link ${className}`} target="_blank" rel="noopener noreferrer" {...rest} />;
}

type ButtonLinkProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

export const ButtonLink = createLink(function ButtonAnchor(props: ButtonLinkProps) {
  return <Button component="a" {...props} />;
});

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
