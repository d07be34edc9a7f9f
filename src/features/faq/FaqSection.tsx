import { useId, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import classes from './FaqSection.module.css';
import type { FaqEntry, FaqGroup } from './faq-entries.ts';

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
        <div className="card divided overflow-hidden mb-3">
          {entries.map((entry) => (
            <FaqItem
              key={entry.id}
              entry={entry}
              isOpen={openEntry === entry.id}
              onToggle={() => setOpenEntry(openEntry === entry.id ? undefined : entry.id)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function FaqItem({ entry, isOpen, onToggle }: { entry: FaqEntry; isOpen: boolean; onToggle: () => void }) {
  const questionId = useId();
  const answerId = useId();
  return (
    <div>
      <h3>
        <button
          type="button"
          id={questionId}
          className={`plain-button flex items-center justify-between gap-4 w-full px-4 py-3 text-left ${classes.question}`}
          aria-expanded={isOpen}
          aria-controls={answerId}
          onClick={onToggle}
        >
          {entry.question}
          <Icon name="down" className={`text-muted ${classes.arrow}`} />
        </button>
      </h3>
      <section id={answerId} className="px-4 pb-5 text-soft" aria-labelledby={questionId} hidden={!isOpen}>
        <p className={`text-pretty ${classes.answer}`}>{entry.answer}</p>
      </section>
    </div>
  );
}
