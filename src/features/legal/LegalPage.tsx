import type { ReactNode } from 'react';
import { PageHeading } from '../../ui/PageHeading.tsx';
import classes from './LegalPage.module.css';

type LegalPageProps = { title: string; children: ReactNode };

/** A long text under one heading, in a width that reads well. */
export function LegalPage({ title, children }: LegalPageProps) {
  return (
    <article className={classes.page}>
      <PageHeading>{title}</PageHeading>
      <p className={classes.effective}>
        Effective <time dateTime="2025-06-13">June 13, 2025</time>
      </p>
      {children}
    </article>
  );
}

/** What only the operator of a deployment can know; marked, so that nobody takes it for finished text. */
export function OperatorPlaceholder({ children }: { children: ReactNode }) {
  return <mark className={classes.placeholder}>[{children}]</mark>;
}
