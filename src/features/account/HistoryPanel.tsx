import { TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { ShowMore } from '../../components/ShowMore.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import type { Payment } from '../../contract/payment.ts';
import { LIST_STEP } from '../../domain/limits.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { useMorePayments } from '../../use-cases/payments/use-more-payments.ts';
import classes from './HistoryPanel.module.css';
import { PaymentRow } from './PaymentRow.tsx';
import { filterPayments, groupByMonth, NO_FILTERS, toTimes } from './payment-history.ts';

/** All payments by month, with filters for dates and for the description. */
export function HistoryPanel({ payments }: { payments: Payment[] }) {
  const [filters, setFilters] = useState(NO_FILTERS);
  // Typing never waits for the list, which React renders afterwards.
  const shownFilters = useDeferredValue(filters);
  const matching = useMemo(() => filterPayments(payments, shownFilters), [payments, shownFilters]);
  const { shownCount, state, showMore } = useMorePayments({
    ...toTimes(shownFilters),
    search: shownFilters.text,
    storedCount: matching.length,
  });
  const months = useMemo(() => groupByMonth(matching, shownCount), [matching, shownCount]);
  const history = useMemo(
    () =>
      months.map(({ month, payments: paymentsOfMonth }) => (
        <PageSection key={month} title={month}>
          <Card>
            <WindowedList
              items={paymentsOfMonth}
              className={classes.payments}
              chunksClassName="block"
              isPart={shownCount > LIST_STEP}
              renderItem={(payment) => <PaymentRow key={payment.id} payment={payment} />}
            />
          </Card>
        </PageSection>
      )),
    [months, shownCount],
  );
  return (
    <div className={`stack gap-5 ${classes.history}`}>
      <section aria-label="Filters" className={classes.filters}>
        <TextInput
          type="date"
          label="From Date"
          max={filters.to || undefined}
          value={filters.from}
          onChange={(event) => setFilters({ ...filters, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To Date"
          min={filters.from || undefined}
          value={filters.to}
          onChange={(event) => setFilters({ ...filters, to: event.currentTarget.value })}
        />
        <TextInput
          type="search"
          enterKeyHint="search"
          className={classes.text ?? ''}
          label="Search"
          placeholder="Enter tracking number"
          leftSection={<Icon name="search" />}
          leftSectionWidth={48}
          value={filters.text}
          onChange={(event) => setFilters({ ...filters, text: event.currentTarget.value })}
        />
        <TextButton className={classes.clear ?? ''} onClick={() => setFilters(NO_FILTERS)}>
          Clear Filters
        </TextButton>
      </section>
      {months.length === 0 && state === 'loading' && <p role="status">Loading payments...</p>}
      {months.length === 0 && !showMore && (
        <EmptyState
          illustration="card"
          title="No payment history found"
          text={
            payments.length === 0
              ? 'Payments for your deliveries will appear here.'
              : 'No payments match these filters.'
          }
        />
      )}
      {history}
      {(months.length > 0 || state !== 'loading') && <ShowMore state={state} onShowMore={showMore} />}
    </div>
  );
}
