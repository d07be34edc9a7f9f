import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** What is known of one thing, a row each. */
export function Facts({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <dl className={`${classes.facts} ${className}`}>{children}</dl>;
}

type FactProps = {
  label: string;
  children: ReactNode;
  /** Numbers and codes that people compare letter by letter. */
  isCode?: boolean;
  /** The one row that sums the others up. */
  isTotal?: boolean;
};

export function Fact({ label, children, isCode, isTotal }: FactProps) {
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd data-code={isCode || undefined} data-total={isTotal || undefined}>
        {children}
      </dd>
    </div>
  );
}
