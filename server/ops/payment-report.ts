import * as v from 'valibot';
import type { OperatorHandlers } from '../endpoints/operator-endpoints.ts';
import { PaymentReportLine } from '../endpoints/operator-schemas.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { type DayTotal, sumEntriesByDay } from '../queries/payment-ledger.ts';
import { type Columns, csvBody } from './csv.ts';

/**
 * Per day in the operator's time zone, currency and VAT rate, what was charged, refunded and disputed, as the provider
 * booked it. `net` and `vat` are what `charged` less `refunded` consists of. `settled` is what the provider credited in
 * its own currency, and `due` is that less its fees.
 */
export function reportHandlers({ settings }: HandlerDependencies) {
  return {
    async operatorReportPayments({ query: { from, to, format }, read }) {
      const { timeZone } = settings.business;
      const lines = toLines(await read((db) => sumEntriesByDay(db, { from, to, timeZone })));
      return format === 'json' ? lines : csvBody(COLUMNS, lines);
    },
  } satisfies Partial<OperatorHandlers>;
}

type ReportLine = ReturnType<typeof toLine>;

const COLUMNS: Columns<ReportLine> = Object.fromEntries(
  v.keyof(PaymentReportLine).options.map((name) => [name, (line: ReportLine) => cellOf(name, line[name])]),
);

/** Amounts have two decimals. */
function cellOf(name: keyof ReportLine, value: string | number | null) {
  const isAmount = typeof value === 'number' && name !== 'payments' && name !== 'vatPercent';
  return isAmount ? value.toFixed(2) : value;
}

/** Money that came back (a refund that failed, a dispute that was won) lowers what was refunded or disputed. */
function toLines(totals: DayTotal[]) {
  const groups = new Map<string, DayTotal[]>();
  for (const total of totals) {
    const key = [total.day, total.currency, total.vatBasisPoints, total.settledCurrency].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), total]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [toLine(first, group)];
  });
}

function toLine(first: DayTotal, group: readonly DayTotal[]) {
  const cents = (...kinds: DayTotal['kind'][]) =>
    group.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { cents }) => sum + cents, 0);
  const sum = (key: 'vatCents' | 'settledCents' | 'feeCents') =>
    group.reduce((total, line) => total + line[key], 0);
  const refunded = -cents('refund', 'refund_failed');
  return {
    day: first.day,
    currency: first.currency,
    vatPercent: first.vatBasisPoints === null ? null : first.vatBasisPoints / 100,
    payments: group.find(({ kind }) => kind === 'charge')?.count ?? 0,
    charged: toAmount(cents('charge')),
    refunded: toAmount(refunded),
    net: toAmount(cents('charge') - refunded - sum('vatCents')),
    vat: toAmount(sum('vatCents')),
    disputed: toAmount(-cents('dispute', 'dispute_reversed')),
    settledCurrency: first.settledCurrency,
    settled: toAmount(sum('settledCents')),
    fees: toAmount(sum('feeCents')),
    due: toAmount(sum('settledCents') - sum('feeCents')),
  };
}

/** In units of the currency. Zero has no sign. */
function toAmount(cents: number): number {
  return cents / 100 || 0;
}
