import type { Hono } from 'hono';
import * as v from 'valibot';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { rejectOtherMethods } from '../http/reject-other-methods.ts';
import { validate } from '../http/validate.ts';
import { type DayTotal, sumEntriesByDay } from '../queries/payment-ledger.ts';
import { toCsv } from './csv.ts';
import { Day } from './query-schemas.ts';

export const ReportQuery = v.strictObject(
  {
    from: Day,
    to: Day,
    format: v.optional(v.picklist(['json', 'csv'], 'Must be json or csv'), 'json'),
  },
  'There is no such parameter',
);

const COLUMNS = [
  'day',
  'currency',
  'vatPercent',
  'payments',
  'charged',
  'refunded',
  'net',
  'vat',
  'disputed',
  'settledCurrency',
  'settled',
  'fees',
  'due',
] as const;

type ReportLine = {
  day: string;
  currency: string;
  vatPercent: number | null;
  payments: number;
  settledCurrency: string;
} & Record<'charged' | 'refunded' | 'net' | 'vat' | 'disputed' | 'settled' | 'fees' | 'due', number>;

/**
 * `GET /ops/reports/payments?from=DAY&to=DAY`: per day in the operator's time zone, currency and VAT rate, what was
 * charged, refunded and disputed, as the provider booked it. `net` and `vat` are what `charged` less `refunded` consists
 * of. `settled` is what the provider credited in its own currency, and `due` is that less its fees.
 */
export function mountPaymentReport(app: Hono<AppEnv>, { db, settings }: HandlerDependencies): void {
  app.get('/ops/reports/payments', async (context) => {
    const { from, to, format } = validate(ReportQuery, context.req.query());
    const { timeZone } = settings.business;
    const lines = toLines(await sumEntriesByDay(db, { from, to, timeZone }));
    if (format === 'json') return context.json(lines);
    context.header('content-type', 'text/csv; charset=utf-8');
    return context.body(
      toCsv(
        COLUMNS,
        lines.map((line) =>
          COLUMNS.map((column) => (isAmount(column) ? line[column].toFixed(2) : line[column])),
        ),
      ),
    );
  });
  rejectOtherMethods(app, '/ops/reports/payments', ['GET']);
}

const AMOUNTS = ['charged', 'refunded', 'net', 'vat', 'disputed', 'settled', 'fees', 'due'] as const;

function isAmount(column: (typeof COLUMNS)[number]): column is (typeof AMOUNTS)[number] {
  return AMOUNTS.some((amount) => amount === column);
}

/** Money that came back (a refund that failed, a dispute that was won) lowers what was refunded or disputed. */
function toLines(totals: DayTotal[]): ReportLine[] {
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

function toLine(first: DayTotal, group: readonly DayTotal[]): ReportLine {
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
