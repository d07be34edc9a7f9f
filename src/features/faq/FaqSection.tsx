import { useId, useState } from 'react';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { FaqItem } from './FaqItem.tsx';
import classes from './FaqSection.module.css';
import type { FaqGroup } from './faq-entries.ts';

type FaqSectionProps = FaqGroup & {
  /** Whether a search has found one answer, which is then open initially. */
  isOnlyResult: boolean;
};

/** A category, which is open initially. At most one of its answers is open at a time. */
export function FaqSection({ category, title, entries, isOnlyResult }: FaqSectionProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [openEntry, setOpenEntry] = useState(isOnlyResult ? entries[0]?.id : undefined);
  const bodyId = useId();
  return (
    <section id={category} className="min-w-0" aria-label={title}>
      <h2>
        <button
          type="button"
          className={`plain-button flex items-center gap-2 w-full size-lg text-left ${classes.toggle}`}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {title}
          <small aria-hidden="true">{entries.length}</small>
          <Icon name={isOpen ? 'minus' : 'plus'} size={22} />
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen}>
        <Card className="divided overflow-hidden mb-3">
          {entries.map((entry) => (
            <FaqItem
              key={entry.id}
              entry={entry}
              isOpen={openEntry === entry.id}
              onToggle={() => setOpenEntry(openEntry === entry.id ? undefined : entry.id)}
            />
          ))}
        </Card>
      </div>
    </section>
  );
}
