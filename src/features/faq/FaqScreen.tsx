import { useMemo, useState } from 'react';
import { DEFAULT_CURRENCY } from '../../contract/currency-text.ts';
import { formatCount } from '../../domain/format.ts';
import { useApp } from '../../stores/app.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { FaqNav } from './FaqNav.tsx';
import classes from './FaqScreen.module.css';
import { FaqSection } from './FaqSection.tsx';
import { createFaqEntries, groupFaq, searchFaq } from './faq-entries.ts';
import { NoResults } from './NoResults.tsx';
import { SupportBlock } from './SupportBlock.tsx';

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
        <VisuallyHidden>
          <span role="status">{text.trim() === '' ? '' : resultCountText(results.length)}</span>
        </VisuallyHidden>
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
