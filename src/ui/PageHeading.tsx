import { useHydrated, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

type PageHeadingProps = {
  /** The document title; by default the heading's own text. */
  title?: string;
  /** The current step of a page with several steps; a new step focuses the heading again. */
  step?: string | undefined;
  children: ReactNode;
  className?: string | undefined;
};

// The last focused page. It is undefined until the first page, where the browser decides about the focus.
let lastFocusedPage: string | undefined;

/** The page's only h1. It sets the document title and takes the focus after a navigation or a new step. */
export function PageHeading({ title, step, children, className = '' }: PageHeadingProps) {
  const isHydrated = useHydrated();
  // Without a router there is one page only.
  const router = useRouter({ warn: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const documentTitle = title ?? (typeof children === 'string' ? children : undefined);

  useEffect(() => {
    // A heading is hydrated together with its page: from now on the page reacts, and tools can measure that.
    document.documentElement.dataset.live = '';
    if (documentTitle !== undefined) document.title = `${documentTitle} – Send`;
  }, [documentTitle]);

  useLayoutEffect(() => {
    const element = heading.current;
    return () => {
      // The heading that replaces this one takes over the focus, as when the page of a delivery has loaded.
      if (document.activeElement === element) lastFocusedPage = '';
    };
  }, []);

  useLayoutEffect(() => {
    // The session enters just after hydration and may change the step, which is not a navigation.
    if (!isHydrated) return;
    // The location may be that of the next page already, and the URL in the browser may change later.
    const page = `${router?.state.matches.at(-1)?.id} ${step ?? ''}`;
    const isFirst = lastFocusedPage === undefined;
    if (page === lastFocusedPage) return;
    lastFocusedPage = page;
    // The router restores the scroll position, which focusing must not change.
    if (!isFirst) heading.current?.focus({ preventScroll: true });
  }, [step, isHydrated, router]);

  return (
    <h1 ref={heading} tabIndex={-1} className={`wrap-anywhere ${className}`}>
      {children}
    </h1>
  );
}
