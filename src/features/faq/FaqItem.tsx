import { useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import classes from './FaqItem.module.css';
import type { FaqEntry } from './faq-entries.ts';

type FaqItemProps = { entry: FaqEntry; isOpen: boolean; onToggle: () => void };

export function FaqItem({ entry, isOpen, onToggle }: FaqItemProps) {
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
