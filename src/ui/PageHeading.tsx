import { type ReactNode, useEffect, useRef } from 'react';
import classes from './PageHeading.module.css';

type PageHeadingProps = {
  /** What the browser's tab says; the heading's own words if left out and if they are text. */
  title?: string;
  /** Changes with the step of a page that has several: the heading then takes the focus again. */
  step?: string | undefined;
  children: ReactNode;
  className?: string | undefined;
};

// Which page had the focus last. Undefined until the first page: that one's focus belongs to the browser.
let lastFocusedPage: string | undefined;

/** The page's one h1: names the tab, and takes the focus when the person has come from another page or step. */
export function PageHeading({ title, step, children, className = '' }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const words = title ?? (typeof children === 'string' ? children : undefined);

  useEffect(() => {
    if (words !== undefined) document.title = `${words} – Send`;
  }, [words]);

  useEffect(() => {
    const place = `${window.location.pathname} ${step ?? ''}`;
    const isFirst = lastFocusedPage === undefined;
    if (place === lastFocusedPage) return;
    lastFocusedPage = place;
    // The router restores the scroll position itself.
    if (!isFirst) heading.current?.focus({ preventScroll: true });
  }, [step]);

  return (
    <h1 ref={heading} tabIndex={-1} className={`${classes.heading} ${className}`}>
      {children}
    </h1>
  );
}
