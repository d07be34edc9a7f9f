import { html } from 'hono/html';
import { brandName, formatMoney, formatTimestamp } from '../pages/format.ts';
import type { Markup } from '../pages/layout.ts';
import type { Charge, Invoice } from './object-schemas.ts';

const TEST_NOTE = 'This document was made by a test sandbox. No money moved.';

export function receiptPage(charge: Charge): Markup {
  const { card } = charge.payment_method_details;
  return html`<article class="stack paper">
<div class="paper-head"><h1>Receipt</h1>${charge.refunded ? html`<span class="badge">Refunded</span>` : html`<span class="badge paid">Paid</span>`}</div>
<dl class="card rows">
<div><dt>Receipt</dt><dd class="mono">${charge.receipt_number ?? charge.id}</dd></div>
<div><dt>Date</dt><dd>${formatTimestamp(charge.created)}</dd></div>
<div><dt>For</dt><dd>${charge.description ?? 'Delivery'}</dd></div>
<div><dt>Paid with</dt><dd>${brandName(card.brand)} ending in ${card.last4}</dd></div>
<div><dt>Paid by</dt><dd>${charge.billing_details.name ?? ''}<br>${charge.billing_details.email ?? ''}</dd></div>
<div class="total"><dt>Amount paid</dt><dd>${formatMoney(charge.amount, charge.currency)}</dd></div>
${charge.amount_refunded > 0 ? html`<div class="total"><dt>Refunded</dt><dd>${formatMoney(charge.amount_refunded, charge.currency)}</dd></div>` : ''}
</dl>
<p class="muted">${TEST_NOTE}</p>
<p class="no-print"><a class="back" href="/account?tab=billing">Back to Send</a></p>
</article>`;
}

export function invoicePage(invoice: Invoice): Markup {
  return html`<article class="stack paper">
<div class="paper-head"><h1>Invoice</h1><span class="badge paid">Paid</span></div>
<dl class="card rows">
<div><dt>Invoice</dt><dd class="mono">${invoice.number}</dd></div>
<div><dt>Date</dt><dd>${formatTimestamp(invoice.created)}</dd></div>
<div><dt>Billed to</dt><dd>${invoice.customer_name ?? ''}<br>${invoice.customer_email ?? ''}</dd></div>
</dl>
<div class="card"><table>
<thead><tr><th scope="col">Description</th><th scope="col" class="sum">Amount</th></tr></thead>
<tbody>${invoice.sandbox_lines.map((line) => html`<tr><td>${line.description}</td><td class="sum">${formatMoney(line.amount * line.quantity, invoice.currency)}</td></tr>`)}</tbody>
<tfoot>${taxRows(invoice)}${(invoice.custom_fields ?? []).map(({ name, value }) => html`<tr><th scope="row">${name}</th><td class="sum">${value}</td></tr>`)}<tr><th scope="row">Total, paid</th><td class="sum">${formatMoney(invoice.amount_paid, invoice.currency)}</td></tr></tfoot>
</table></div>
<p class="muted">${TEST_NOTE}</p>
<p class="no-print"><a class="back" href="/account?tab=billing">Back to Send</a></p>
</article>`;
}

function taxRows({ sandbox_lines, currency }: Invoice): Markup[] {
  return sandbox_lines.flatMap(({ tax }) => {
    if (tax === null) return [];
    const { name, percentage, inclusive, taxable, amount } = tax;
    return [
      html`<tr><th scope="row">Net</th><td class="sum">${formatMoney(taxable, currency)}</td></tr><tr><th scope="row">${name} ${percentage}%${inclusive ? ' included' : ''}</th><td class="sum">${formatMoney(amount, currency)}</td></tr>`,
    ];
  });
}
