import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Payment } from '../../contract/payment.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import classes from './HistoryPanel.module.css';
import { PaymentRow } from './PaymentRow.tsx';
import { filterPayments, groupByMonth, NO_FILTERS } from './payment-history.ts';

/** All payments by month, with filters for dates and for the description. */
export function HistoryPanel({ payments }: { payments: Payment[] }) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const months = groupByMonth(filterPayments(payments, filters));
  return (
    <div className={classes.history}>
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
      {months.length === 0 && (
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
      {months.map(({ month, payments: paymentsOfMonth }) => (
        <PageSection key={month} title={month}>
          <Card>
            <ul>
              {paymentsOfMonth.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} />
              ))}
            </ul>
          </Card>
        </PageSection>
      ))}
    </div>
  );
}
