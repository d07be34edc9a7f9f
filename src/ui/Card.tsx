import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';

type CardProps = {
  as?: 'div' | 'section' | 'article' | 'li';
  children: ReactNode;
  className?: string | undefined;
  'aria-labelledby'?: string;
  'aria-label'?: string;
};

/** A surface with a thin border. It has no padding, so that its content can reach the edge. */
export function Card({ as: Tag = 'div', className = '', ...rest }: CardProps) {
  return <Tag className={`card ${className}`} {...rest} />;
}

/** A card of which the whole surface is one link. */
export const CardLink = createLink(function CardAnchor({
  className = '',
  ...rest
}: ComponentPropsWithRef<'a'>) {
  return <a className={`card card-link ${className}`} {...rest} />;
});
