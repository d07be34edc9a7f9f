import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './TextLink.module.css';

/** A link to another page of the app, in the accent's ink. */
export const TextLink = createLink(function TextAnchor({
  className = '',
  ...rest
}: ComponentPropsWithRef<'a'>) {
  return <a className={`${classes.link} ${className}`} {...rest} />;
});

/** The same look for an action: "Refresh", "Try now". */
export function TextButton({ className = '', ...rest }: ComponentPropsWithRef<'button'>) {
  return <button type="button" className={`${classes.link} ${className}`} {...rest} />;
}

/** The same look for an address outside the app: mail, a receipt. */
export function ExternalLink({ className = '', children, ...rest }: ComponentPropsWithRef<'a'>) {
  return (
    <a className={`${classes.link} ${className}`} {...rest}>
      {children}
    </a>
  );
}
