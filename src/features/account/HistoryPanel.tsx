import { Button, TextInput } from '@mantine/core';
import { type ChangeEvent, useDeferredValue, useMemo, useState } from 'react';
import { PaymentBadge } from '../../components/PaymentBadge.tsx';
import { ShowMore } from '../../components/ShowMore.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import { brandName, expiryText } from '../../contract/card-format.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Payment } from '../../contract/payment.ts';
import { formatPaymentDate } from '../../domain/dates.ts';
import { documentLink } from '../../domain/document-link.ts';
import { LIST_STEP } from '../../domain/limits.ts';
import { paymentLabelOf } from '../../domain/payment-label.ts';
import { usePayments } from '../../stores/payments.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { DocumentLink, TextButton, TextLink } from '../../ui/Links.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { loadPage } from '../../use-cases/refresh-record.ts';
import { useListPages } from '../../use-cases/use-list-pages.ts';
import classes from './HistoryPanel.module.css';
import { filterPayments, groupByMonth, NO_FILTERS, paymentTitle, toTimes } from './payment-history.ts';

export function HistoryPanel({ payments }: { payments: Payment[] }) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const [isFolded, setIsFolded] = useState(true);
  const dates = [filters.from, filters.to].filter((day) => day !== '').length;
  // Typing never waits for the list, which React renders afterwards.
  const shownFilters = useDeferredValue(filters);
  const matching = useMemo(() => filterPayments(payments, shownFilters), [payments, shownFilters]);
  const { nextPayments, addPayments } = usePayments();
  const { from, to } = toTimes(shownFilters);
  const { shownCount, state, showMore } = useListPages({
    filters: `${from} ${to}`,
    search: shownFilters.text,
    next: nextPayments,
    storedCount: matching.length,
    loadPage: (after, search) => loadPage('listPayments', { after, from, to, search }, addPayments),
  });
  const months = useMemo(
    () =>
      groupByMonth(matching, shownCount).map(({ month, payments: paymentsOfMonth }) => (
        <PageSection key={month} title={month}>
          <div className="card">
            <WindowedList
              items={paymentsOfMonth}
              className={classes.payments}
              chunksClassName="block"
              isPart={shownCount > LIST_STEP}
              renderItem={(payment) => <PaymentRow key={payment.id} payment={payment} />}
            />
          </div>
        </PageSection>
      )),
    [matching, shownCount],
  );
  const dateProps = (day: 'from' | 'to') => ({
    type: 'date',
    value: filters[day],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setFilters({ ...filters, [day]: event.currentTarget.value }),
  });
  return (
    <div className={`stack gap-5 ${classes.history}`}>
      <section
        aria-label="Filters"
        className={`flex flex-wrap gap-2 ${classes.filters}`}
        data-folded={isFolded}
      >
        <TextInput
          type="search"
          enterKeyHint="search"
          label="Search"
          placeholder="Enter tracking number"
          leftSection={<Icon name="search" />}
          leftSectionWidth={36}
          value={filters.text}
          onChange={(event) => setFilters({ ...filters, text: event.currentTarget.value })}
        />
        <Button
          className="px-3"
          variant="default"
          aria-expanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
        >
          {dates > 0 ? `Filters (${dates})` : 'Filters'}
        </Button>
        <TextInput {...dateProps('from')} label="From Date" max={filters.to || undefined} />
        <TextInput {...dateProps('to')} label="To Date" min={filters.from || undefined} />
        <TextButton onClick={() => setFilters(NO_FILTERS)}>Clear Filters</TextButton>
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
      {months}
      {(months.length > 0 || state !== 'loading') && <ShowMore state={state} onShowMore={showMore} />}
    </div>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { tone, label, note } = paymentLabelOf(payment);
  const card = cardText(payment);
  const { referenceNumber, trackingNumber, vatAmount, vatPercent } = payment;
  const about = referenceNumber ?? paymentTitle(payment);
  const refunds = (payment.history ?? []).filter(({ kind }) => kind === 'refund');
  const documents = [
    { name: 'Receipt', url: payment.receiptUrl },
    { name: 'Invoice', url: payment.invoiceUrl },
    ...refunds.map(({ amount, documentUrl }) => ({
      // A refund that found nothing left returned less than its credit note.
      name: amount === 0 ? 'Credit note' : `Credit note, ${formatMoney(amount, payment.currency)}`,
      url: documentUrl,
    })),
  ].flatMap(({ name, url }) => {
    const href = documentLink(url, location.href);
    return href === undefined ? [] : [{ name, href }];
  });
  return (
    <li className={classes.payment}>
      <div className="stack content-start min-w-0 wrap-anywhere">
        <h3 dir="auto">{paymentTitle(payment)}</h3>
        <small>{formatPaymentDate(payment.created) ?? 'Unknown time'}</small>
      </div>
      <div className={`stack content-start tabular-nums justify-items-end size-lg ${classes.amount}`}>
        <b>{formatMoney(payment.amount, payment.currency)}</b>
        <PaymentBadge tone={tone} label={label} />
      </div>
      <div
        className={`flex flex-wrap items-center content-start gap-x-4 min-w-0 wrap-anywhere ${classes.details}`}
      >
        {note !== undefined && <p className="w-full text-sm">{note}</p>}
        {card !== '' && <small>{card}</small>}
        {typeof vatAmount === 'number' && (
          <small>{`Includes ${formatMoney(vatAmount, payment.currency)} VAT (${vatPercent}%)`}</small>
        )}
        {referenceNumber && (
          <small>
            Reference <span className="inline-flex">{referenceNumber}</span>
          </small>
        )}
      </div>
      {(documents.length > 0 || trackingNumber) && (
        <div className={classes.more}>
          <ActionMenu label={`Options for ${about}`}>
            {documents.map(({ href, name }) => (
              <DocumentLink key={href} href={href} aria-label={`${name} for ${about}`}>
                {name}
              </DocumentLink>
            ))}
            {trackingNumber && (
              <TextLink to="/tracking" search={{ guid: trackingNumber }} aria-label={`Track ${about}`}>
                Track
              </TextLink>
            )}
          </ActionMenu>
        </div>
      )}
    </li>
  );
}

/** "Visa 4242, 08/2028, Aoife Brennan", without the parts that are unknown. */
function cardText({ cardBrand, cardLast4, cardExpMonth, cardExpYear, cardholderName }: Payment): string {
  const card = cardBrand || cardLast4 ? `${brandName(cardBrand ?? '')} ${cardLast4 ?? ''}`.trim() : '';
  const expiry = cardExpMonth && cardExpYear ? expiryText(cardExpMonth, cardExpYear) : '';
  return [card, expiry, cardholderName ?? ''].filter((part) => part !== '').join(', ');
}
