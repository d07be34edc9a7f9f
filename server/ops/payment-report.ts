import type { Hono } from 'hono';
import * as v from 'valibot';
import { rejectOtherMethods } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import type { AppEnv } from '../http/hono-env.ts';
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
  'payments',
  'charged',
  'refunded',
  'disputed',
  'net',
  'fees',
  'unknownFees',
  'due',
] as const;

type ReportLine = { day: string; currency: string; payments: number; unknownFees: number } & Record<
  'charged' | 'refunded' | 'disputed' | 'net' | 'fees' | 'due',
  number
>;

/**
 * `GET /ops/reports/payments?from=DAY&to=DAY`: per day (UTC) and currency, what was charged, refunded and disputed,
 * as it moved at the payment provider. `net` is what remains of it, `fees` are the provider's fees where they are known,
 * and `due` is what the provider owes after the known fees.
 */
export function mountPaymentReport(app: Hono<AppEnv>, { db }: HandlerDependencies): void {
  app.get('/ops/reports/payments', async (context) => {
    const { from, to, format } = validate(ReportQuery, context.req.query());
    const lines = toLines(await sumEntriesByDay(db, from, to));
    if (format === 'json') return context.json(lines);
    context.header('content-type', 'text/csv; charset=utf-8');
    return context.body(
      toCsv(
        COLUMNS,
        lines.map(({ day, currency, payments, charged, refunded, disputed, net, fees, ...line }) => [
          day,
          currency,
          payments,
          ...[charged, refunded, disputed, net, fees].map((euros) => euros.toFixed(2)),
          line.unknownFees,
          line.due.toFixed(2),
        ]),
      ),
    );
  });
  rejectOtherMethods(app, '/ops/reports/payments', ['GET']);
}

/** Money that came back (a refund that failed, a dispute that was won) lowers what was refunded or disputed. */
function toLines(totals: DayTotal[]): ReportLine[] {
  const groups = new Map<string, DayTotal[]>();
  for (const total of totals) {
    const key = `${total.day} ${total.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), total]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const euros = (...kinds: DayTotal['kind'][]) =>
      group.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { cents }) => sum + cents, 0) / 100;
    const sum = (key: 'cents' | 'feeCents' | 'unknownFees') =>
      group.reduce((total, line) => total + line[key], 0);
    return {
      day: first.day,
      currency: first.currency,
      payments: group.find(({ kind }) => kind === 'charge')?.count ?? 0,
      charged: euros('charge'),
      refunded: -euros('refund', 'refund_failed') || 0,
      disputed: -euros('dispute', 'dispute_won') || 0,
      net: sum('cents') / 100,
      fees: sum('feeCents') / 100,
      unknownFees: sum('unknownFees'),
      due: (sum('cents') - sum('feeCents')) / 100,
    };
  });
}
