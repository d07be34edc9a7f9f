import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { DEFAULT_CURRENCY } from '../../contract/money.ts';
import { formatCount } from '../../domain/format.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import classes from './FaqScreen.module.css';
import { createFaqEntries, type FaqEntry, groupFaq, searchFaq } from './faq-entries.ts';

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
      <div className="stack gap-4 relative">
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
      <div className="stack min-w-0">
        {groups.length === 0 && (
          <EmptyState
            illustration="search"
            title="No results found"
            text="Try different search terms or browse all FAQs"
          >
            <Button variant="default" onClick={() => setText('')}>
              Clear search
            </Button>
          </EmptyState>
        )}
        {groups.length > 0 && (
          <div className="card divided overflow-hidden">
            {groups.map(({ category, entries }) => (
              <FaqSection
                // The only result opens, whatever was open or closed in its category before.
                key={onlyResult?.id ?? category}
                title={category}
                entries={entries}
                isOnlyResult={onlyResult !== undefined}
              />
            ))}
          </div>
        )}
        <SupportBlock />
      </div>
    </div>
  );
}

function resultCountText(count: number): string {
  if (count === 0) return 'No results found';
  return `${formatCount(count, 'question')} found`;
}

/** Support by email, and by chat if the operator has configured a chat URL. */
function SupportBlock() {
  const { email, chatUrl } = useApp(({ config }) => config.support);
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
          <Button
            variant="default"
            leftSection={chatIcon}
            onClick={() =>
              showAlert('info', 'Live chat is not available yet', `You reach us by email at ${email}.`)
            }
          >
            Live Chat
          </Button>
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

type FaqSectionProps = {
  title: string;
  entries: readonly FaqEntry[];
  /** Whether a search has found one answer, which is then open initially. */
  isOnlyResult: boolean;
};

/** A category, which is open initially. At most one of its answers is open at a time. */
function FaqSection({ title, entries, isOnlyResult }: FaqSectionProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [openEntry, setOpenEntry] = useState(isOnlyResult ? entries[0]?.id : undefined);
  const bodyId = useId();
  return (
    <section aria-label={title}>
      <button
        type="button"
        className="plain-button flex items-center justify-between w-full px-4 min-h-tap size-sm font-medium text-muted text-left bg-sunken"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {title}
        <Icon name={isOpen ? 'minus' : 'plus'} />
      </button>
      <div id={bodyId} className="divided" hidden={!isOpen}>
        {entries.map((entry) => (
          <FaqItem
            key={entry.id}
            entry={entry}
            isOpen={openEntry === entry.id}
            onToggle={() => setOpenEntry(openEntry === entry.id ? undefined : entry.id)}
          />
        ))}
      </div>
    </section>
  );
}

function FaqItem({ entry, isOpen, onToggle }: { entry: FaqEntry; isOpen: boolean; onToggle: () => void }) {
  const questionId = useId();
  const answerId = useId();
  return (
    <div>
      <h2 className="size-md tracking-normal">
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
      </h2>
      <section id={answerId} className="px-4 pb-5 text-soft" aria-labelledby={questionId} hidden={!isOpen}>
        {/* The server writes the currency into the prerendered page. */}
        <p className={classes.answer} suppressHydrationWarning>
          {entry.answer}
        </p>
      </section>
    </div>
  );
}
