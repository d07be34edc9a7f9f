import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

/** A text link to another page of the app. */
export const TextLink = createLink(function TextAnchor({
  className = '',
  ...rest
}: ComponentPropsWithRef<'a'>) {
  return <a className={`text-link ${className}`} {...rest} />;
});

/** A button that looks like a text link. */
export function TextButton({ className = '', ...rest }: ComponentPropsWithRef<'button'>) {
  return <button type="button" className={`text-link ${className}`} {...rest} />;
}

/** A text link to an address outside the app, for example an email address or a receipt. */
export function ExternalLink({ className = '', children, ...rest }: ComponentPropsWithRef<'a'>) {
  return (
    <a className={`text-link ${className}`} {...rest}>
      {children}
    </a>
  );
}
