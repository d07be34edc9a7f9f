import type { ReactNode } from 'react';
import { PageHeading } from '../../ui/PageHeading.tsx';
import classes from './LegalPage.module.css';

type LegalPageProps = { title: string; children: ReactNode };

/** The layout of a legal page: one heading over a narrow column of text. */
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

/** Text that the operator of a deployment has to fill in. It is highlighted, so that nobody takes it for final text. */
export function OperatorPlaceholder({ children }: { children: ReactNode }) {
  return <mark className={classes.placeholder}>[{children}]</mark>;
}
