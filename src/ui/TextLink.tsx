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

/** A text link to a page that opens in another tab, for example a receipt. */
export function DocumentLink({ className = '', ...rest }: ComponentPropsWithRef<'a'>) {
  return <a className={`text-link ${className}`} target="_blank" rel="noopener noreferrer" {...rest} />;
}
