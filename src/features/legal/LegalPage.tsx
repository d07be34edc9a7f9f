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

type OperatorDetailProps = {
  /** The operator's setting; may be empty. */
  value: string;
  /** What has to be filled in. */
  placeholder: string;
};

/** A detail of the operator, or a highlighted placeholder, so that nobody takes it for final text. */
export function OperatorDetail({ value, placeholder }: OperatorDetailProps) {
  return value === '' ? <mark className={classes.placeholder}>[operator: {placeholder}]</mark> : value;
}
