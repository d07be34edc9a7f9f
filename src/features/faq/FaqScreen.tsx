import { Button } from '@mantine/core';
import { useEffect, useId, useMemo, useState } from 'react';
import { DEFAULT_CURRENCY } from '../../contract/currency-text.ts';
import { formatCount } from '../../domain/format.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import classes from './FaqScreen.module.css';
import { createFaqEntries, type FaqEntry, type FaqGroup, groupFaq, searchFaq } from './faq-entries.ts';

export function FaqScreen() {
  const [text, setText] = useState('');
  const currency = useApp(({ config }) => config.tariff?.currency ?? DEFAULT_CURRENCY);
  const region = useApp(({ config }) => config.operator.region);
  const presets = useApp(({ config }) => config.presets);
  const entries = useMemo(() => createFaqEntries({ currency, region, presets }), [currency, region, presets]);
  const results = searchFaq(text, entries);
  const groups = groupFaq(results);
  const onlyResult = text.trim() !== '' && results.length === 1 ? results[0] : undefined;

  return (
    <div className={`stack gap-4 ${classes.page}`}>
      <div className={`stack gap-4 relative ${classes.head}`}>
        <PageHeading title="FAQ">Frequently Asked Questions</PageHeading>
        <SearchField
          className={classes.search ?? ''}
          label="Search frequently asked questions"
          placeholder="Search frequently asked questions..."
          value={text}
          onChange={setText}
        />
        <span className="sr-only" role="status">
          {text.trim() === '' ? '' : resultCountText(results.length)}
        </span>
      </div>
      <FaqNav groups={groups} />
      <div className={`stack min-w-0 gap-1 ${classes.main}`}>
        {groups.length === 0 && <NoResults onClear={() => setText('')} />}
        {groups.map(({ category, title, entries }) => (
          <FaqSection
            // The only result opens, whatever was open or closed in its category before.
            key={onlyResult?.id ?? category}
            category={category}
            title={title}
            entries={entries}
            isOnlyResult={onlyResult !== undefined}
          />
        ))}
        <SupportBlock />
      </div>
    </div>
  );
}

function resultCountText(count: number): string {
  if (count === 0) return 'No results found';
  return `${formatCount(count, 'question')} found`;
}

/** Links to the categories; the category in view is marked. */
function FaqNav({ groups }: { groups: readonly FaqGroup[] }) {
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

function NoResults({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      illustration="search"
      title="No results found"
      text="Try different search terms or browse all FAQs"
    >
      <Button variant="default" onClick={onClear}>
        Clear search
      </Button>
    </EmptyState>
  );
}

/** Support by email, and by chat if the operator has configured a chat URL. */
function SupportBlock() {
  const { email, chatUrl } = useApp(({ config }) => config.support);
  const noteId = useId();
  const chatIcon = <Icon name="chat" />;
  return (
    <section
      className={`stack items-center gap-4 mt-5 p-6 rounded-lg bg-sunken ${classes.support}`}
      aria-labelledby="still-have-questions"
    >
      <div>
        <h2 id="still-have-questions">Still have questions?</h2>
        <p className="text-soft">
          {chatUrl === '' ? 'Send us an email.' : 'Send us an email or chat with us.'}
        </p>
      </div>
      <div className={`flex flex-wrap gap-2 ${classes.actions}`}>
        <Button
          component="a"
          href={`mailto:${email}`}
          // The server writes its own address into the prerendered page.
          suppressHydrationWarning
          variant="default"
          leftSection={<Icon name="mail" />}
        >
          Contact Support
        </Button>
        {chatUrl === '' ? (
          <div className="stack gap-1 text-center">
            <Button
              variant="default"
              leftSection={chatIcon}
              aria-describedby={noteId}
              onClick={() => showAlert('info', 'Live chat is not available yet')}
            >
              Live Chat
            </Button>
            <small id={noteId}>Not available yet</small>
          </div>
        ) : (
          <Button
            component="a"
            href={chatUrl}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={chatIcon}
          >
            Live Chat
          </Button>
        )}
      </div>
    </section>
  );
}

type FaqSectionProps = FaqGroup & {
  /** Whether a search has found one answer, which is then open initially. */
  isOnlyResult: boolean;
};

/** A category, which is open initially. At most one of its answers is open at a time. */
function FaqSection({ category, title, entries, isOnlyResult }: FaqSectionProps) {
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
