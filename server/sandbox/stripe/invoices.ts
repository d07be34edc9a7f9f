import { toUnixSeconds } from './clock.ts';
import type { Context } from './context.ts';
import { newId } from './ids.ts';
import type { CheckoutSession, Line, PaymentMethod } from './object-schemas.ts';
import { documentNumber } from './payment-intents.ts';
import { saveObject } from './queries/objects.ts';
import { invoiceTaxes, sumLines, totalOf } from './tax-rates.ts';

/** Creates the paid invoice of a session and returns its id. */
export async function createInvoice(
  context: Context,
  session: CheckoutSession,
  { billing_details: { name, email } }: PaymentMethod,
): Promise<string> {
  const id = newId('invoice');
  const { currency, metadata, customer, sandbox_lines: lines, amount_total: total } = session;
  await saveObject(context, {
    id,
    object: 'invoice',
    created: toUnixSeconds(context.now),
    number: `TEST-${documentNumber(id)}`,
    status: 'paid',
    currency,
    subtotal: session.amount_subtotal,
    total,
    total_excluding_tax: total - sumLines(lines).tax,
    total_taxes: lines.flatMap(invoiceTaxes),
    lines: listOf(
      `/v1/invoices/${id}/lines`,
      lines.map((line, index) => ({
        id: `il_${index}_${id.slice(-16)}`,
        object: 'line_item',
        amount: line.amount * line.quantity,
        currency,
        description: line.description,
        invoice: id,
        quantity: line.quantity,
        subtotal: line.amount * line.quantity,
        taxes: invoiceTaxes(line),
      })),
    ),
    amount_paid: total,
    customer,
    customer_name: name,
    customer_email: email,
    metadata,
    sandbox_lines: lines,
    custom_fields: session.sandbox_invoice_fields,
    hosted_invoice_url: new URL(`/sandbox/invoices/${id}`, session.success_url).href,
  });
  return id;
}

/** The lines of a session, as Stripe lists them. */
export function listSessionLines({ id, currency, sandbox_lines }: CheckoutSession) {
  return listOf(
    `/v1/checkout/sessions/${id}/line_items`,
    sandbox_lines.map((line: Line, index) => ({
      id: `li_${index}_${id.slice(-16)}`,
      object: 'item',
      amount_subtotal: line.amount * line.quantity,
      amount_tax: line.tax?.amount ?? 0,
      amount_total: totalOf(line),
      currency,
      description: line.description,
      quantity: line.quantity,
    })),
  );
}

function listOf(url: string, data: object[]) {
  return { object: 'list', url, has_more: false, data };
}
