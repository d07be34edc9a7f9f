import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';
import { Illustration, type IllustrationName } from './Illustration.tsx';
import { PageHeading } from './PageHeading.tsx';

type EmptyStateProps = {
  illustration: IllustrationName;
  title: string;
  text?: ReactNode;
  /** The actions, usually one button. */
  children?: ReactNode;
  level?: 1 | 2 | 3;
};

export function EmptyState({ illustration, title, text, children, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? PageHeading : (`h${level}` as const);
  return (
    <div className={`stack justify-items-center gap-2 text-center ${classes.empty}`}>
      <Illustration name={illustration} />
      <Heading className="mt-3 text-xl tracking-tight">{title}</Heading>
      {text !== undefined && <p className="max-w-md text-soft">{text}</p>}
      {children && <div className="flex flex-wrap justify-center gap-3 mt-4">{children}</div>}
    </div>
  );
}
