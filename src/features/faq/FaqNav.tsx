import { useEffect, useState } from 'react';
import classes from './FaqNav.module.css';
import type { FaqGroup } from './faq-entries.ts';

/** Jumps to a category; the one that is in sight is marked. */
export function FaqNav({ groups }: { groups: readonly FaqGroup[] }) {
  const [current, setCurrent] = useState<string>();
  const ids = groups.map(({ category }) => category).join(' ');

  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen) setCurrent(seen.target.id);
      },
      // The band under the header in which a heading is read.
      { rootMargin: '-72px 0px -65% 0px' },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section) watcher.observe(section);
    }
    return () => watcher.disconnect();
  }, [ids]);

  return (
    <nav className={classes.nav} aria-label="Categories">
      {groups.map(({ category, title }) => (
        <a
          key={category}
          href={`#${category}`}
          aria-current={current === category ? 'true' : undefined}
          onClick={(event) => {
            // Not by the address: every jump would be a page to go back through.
            event.preventDefault();
            document.getElementById(category)?.scrollIntoView();
            document.querySelector<HTMLElement>(`#${category} button`)?.focus({ preventScroll: true });
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
