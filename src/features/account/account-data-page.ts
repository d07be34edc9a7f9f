import type { AccountData } from '../../contract/account-data.ts';
import { addressLine } from '../../contract/address-line.ts';
import { cardName, expiryText } from '../../contract/card-format.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Presets } from '../../contract/presets.ts';
import { DISPLAY_STATUS_LABELS } from '../../contract/status.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { packageSummary, speedLabel } from '../../domain/parcel.ts';
import { paymentLabelOf } from '../../domain/payment-label.ts';

/** The events of the security log in words; an event that this version does not know is shown as it is. */
const EVENTS = new Map([
  ['registered', 'Account created'],
  ['login', 'Logged in'],
  ['loginFailed', 'Failed login'],
  ['loggedOut', 'Logged out'],
  ['sessionEnded', 'One device logged out'],
  ['otherSessionsEnded', 'All other devices logged out'],
  ['passwordChanged', 'Password changed'],
  ['passwordReset', 'Password reset'],
  ['passwordResetFailed', 'Wrong code for a password reset'],
  ['accountExported', 'Data downloaded'],
]);

const STYLE = [
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}',
  'div{overflow-x:auto}table{border-collapse:collapse;width:100%}',
  'th,td{border:1px solid #ccc;padding:.4rem .6rem;text-align:start;vertical-align:top}',
  'th{background:#f3f3f3}',
  // Paper does not scroll.
  '@media print{th,td{overflow-wrap:anywhere}}',
].join('');

/** The cells of each row by the title of their column. */
type Table = { title: string; rows: Record<string, string | null | undefined>[] };

/** The copy of an account's data as a page of its own, which opens without this app and without a connection. */
export function accountDataPage(data: AccountData, presets: Presets): string {
  const exported = time(data.exported);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    // The texts are escaped. The policy makes sure of it: nothing in this page runs or loads anything.
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>Your Send data</title><style>${STYLE}</style></head><body><main>`,
    `<h1>Your Send data</h1><p>${escapeHtml(`Downloaded ${exported}`)}</p>`,
    ...tablesOf(data, presets).map(toHtml),
    '</main></body></html>',
  ].join('\n');
}

function tablesOf(data: AccountData, presets: Presets): Table[] {
  const { account } = data;
  return [
    {
      title: 'Profile',
      rows: [
        {
          Name: account.name,
          Email: account.email,
          'Email confirmed': yesOrNo(account.isEmailConfirmed),
          'Emails about deliveries': yesOrNo(account.hasMailUpdates),
          'Phone number': account.phoneNumber,
          'VAT number': account.vatNumber,
          'Account created': time(account.created),
        },
      ],
    },
    {
      title: 'Addresses',
      rows: data.addresses.map((address) => ({
        Name: address.name,
        Address: addressLine(address),
        Country: address.country,
      })),
    },
    {
      title: 'Deliveries',
      rows: data.deliveries.map((delivery) => ({
        Requested: time(delivery.created),
        From: delivery.pickUpSnapshot.name,
        To: delivery.dropOffSnapshot.name,
        Package: packageSummary(delivery, presets),
        Speed: speedLabel(delivery),
        Notes: delivery.deliveryNote,
        Status: DISPLAY_STATUS_LABELS[statusOf(delivery)],
        Price: money(delivery.estimatedPrice, delivery.currency),
        'Tracking number': delivery.order?.guid,
      })),
    },
    {
      title: 'Saved cards',
      rows: data.cards.map(({ brand, last4, expMonth, expYear }) => ({
        Card: cardName(brand, last4),
        Expires: expiryText(expMonth, expYear),
      })),
    },
    {
      title: 'Payments',
      rows: data.payments.map((payment) => {
        const { label, note } = paymentLabelOf(payment);
        return {
          Time: time(payment.created),
          Description: payment.description,
          Amount: money(payment.amount, payment.currency),
          Status: label,
          Refund: note,
          Card: payment.cardLast4 && cardName(payment.cardBrand, payment.cardLast4),
          Cardholder: payment.cardholderName,
        };
      }),
    },
    {
      title: 'Where you are logged in',
      rows: data.sessions.map(({ device, created, lastUsed }) => ({
        Device: device,
        'Logged in': time(created),
        'Last used': time(lastUsed),
      })),
    },
    {
      title: 'Devices that have logged in',
      rows: data.devices.map(({ lastUsed }) => ({ 'Last login': time(lastUsed) })),
    },
    {
      title: 'Notifications',
      rows: (data.notifications ?? []).map(({ created, about, pushService }) => ({
        'Turned on': time(created),
        About: about,
        'Push service': pushService,
      })),
    },
    {
      title: 'Emails about deliveries',
      rows: (data.emails ?? []).map(({ sent, about }) => ({ Sent: time(sent), About: about })),
    },
    {
      title: 'Security log',
      rows: data.securityLog.map((entry) => ({
        Time: time(entry.time),
        Event: EVENTS.get(entry.event) ?? entry.event,
        'IP address': entry.source,
      })),
    },
  ];
}

function toHtml({ title, rows }: Table): string {
  const heading = `<h2>${escapeHtml(title)}</h2>`;
  const [first] = rows;
  if (first === undefined) return `${heading}<p>None</p>`;
  const head = Object.keys(first)
    .map((column) => `<th scope="col">${escapeHtml(column)}</th>`)
    .join('');
  const body = rows.map((row) => {
    const cells = Object.values(row).map((cell) => `<td dir="auto">${escapeHtml(cell ?? '')}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  return `${heading}<div><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

/** Nothing if the API does not have what is asked for. */
function yesOrNo(value: boolean | null | undefined): string | undefined {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
}

function money(amount: number | null | undefined, currency: string | null | undefined): string | undefined {
  return typeof amount === 'number' ? formatMoney(amount, currency) : undefined;
}

function time(text: string): string {
  return formatDateTime(text) ?? text;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
