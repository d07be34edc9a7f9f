import { type ReactNode, useId } from 'react';
import classes from './PageSection.module.css';

type PageSectionProps = {
  title: ReactNode;
  /** Stands beside the title: a link, an age. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
};

/** A part of a page under its own heading. */
export function PageSection({ title, aside, children, className = '' }: PageSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${classes.section} ${className}`}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
