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
      const lines = (await read((db) => sumEntriesByDay(db, { from, to, timeZone }))).map(toLine);
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

function toLine({ vatBasisPoints, charged, refunded, disputed, vat, settled, fees, ...line }: DayTotal) {
  return {
    ...line,
    vatPercent: vatBasisPoints === null ? null : vatBasisPoints / 100,
    charged: toAmount(charged),
    refunded: toAmount(refunded),
    net: toAmount(charged - refunded - vat),
    vat: toAmount(vat),
    disputed: toAmount(disputed),
    settled: toAmount(settled),
    fees: toAmount(fees),
    due: toAmount(settled - fees),
  };
}

/** In units of the currency. Zero has no sign. */
function toAmount(cents: number): number {
  return cents / 100 || 0;
}
