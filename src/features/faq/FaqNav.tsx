import { useEffect, useState } from 'react';
import classes from './FaqNav.module.css';
import type { FaqGroup } from './faq-entries.ts';

/** Links to the categories; the category in view is marked. */
export function FaqNav({ groups }: { groups: readonly FaqGroup[] }) {
  const [current, setCurrent] = useState<string>();
  const ids = groups.map(({ category }) => category).join(' ');

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const visible = entries.find(({ isIntersecting }) => isIntersecting);
        if (visible) setCurrent(visible.target.id);
      },
      // Only the upper part of the screen counts, below the header, because that is where people read.
      { rootMargin: '-72px 0px -65% 0px' },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);

  return (
    <nav className={`flex gap-2 ${classes.nav}`} aria-label="Categories">
      {groups.map(({ category, title }) => (
        <a
          key={category}
          className="inline-flex items-center flex-none min-h-tap size-15"
          href={`#${category}`}
          aria-current={current === category ? 'true' : undefined}
          onClick={(event) => {
            // Following the link would add a history entry for every jump.
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
