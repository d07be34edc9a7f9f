import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';

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

type DocumentLinkProps = { href: string; className?: string | undefined; children: ReactNode };

/** A text link to a page that opens in another tab, for example a receipt. */
export function DocumentLink({ href, className = '', children }: DocumentLinkProps) {
  return (
    <a className={`text-link ${className}`} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
