import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

/**
 * `npm run ops -- …`: the operator's API from a terminal, with OPS_TOKEN and SERVER (default
 * http://127.0.0.1:PORT) from the environment.
 */
const USAGE = `Usage: npm run ops -- COMMAND
  list [KEY=VALUE]            delivery requests of customers, oldest first, 100 at a time
  guests [KEY=VALUE]          requests of guests, in the same way
  accept ID [ignorePayment=1] accept a paid request: makes an order
  confirm ID pickUp|dropOff LATITUDE LONGITUDE [city=TOWN]
                              set the coordinates of an unclear place, so that the customer can pay
  accept-guest ID [amount=EUROS] [paid=1]
                              accept a guest's request and email a payment link; paid=1 if it is paid otherwise
  event GUID TYPE [KEY=VALUE] report an event; keys: time, status, deliveryDate, deliveryTime
  failed-jobs                 background work that is not tried again by itself
  retry-job ID                try a failed job again
  payments [KEY=VALUE]        payments; keys: status, refund, owed=1, disputed=1, request, guestRequest, customer,
                              created
  owed                        refunds that have not arrived yet
  disputes                    disputed payments
  payment ID                  one payment with its refunds, documents, movements of money and events
  evidence ID > FILE.html     a page to print that answers the dispute of a payment
  refund ID [amount=EUROS] [key=KEY]
                              refund a payment, in full or in part; the same key refunds once
  retry-refunds ID            send the failed refunds of a payment once more
  settle-refund ID REFUND NOTE
                              record that a refund which failed or was rejected was made otherwise
  failed-webhooks             webhooks that could not be handled
  replay-webhook ID           handle one of them again
  report FROM TO [format=csv] charged, refunded and disputed per day, such as 2026-11-01 2026-11-30
Keys of lists: status, reference, place, customer, created, deliveryDate, order=newest, limit, after;
  unclear=1 lists the requests with an unclear place
Types: 3 scheduled, 4 picked up, 6 in transit, 5 delivered, 7 pickup failed, 8 delivery failed,
  9 rescheduled, 10 canceled`;

type OperatorRequest = {
  method: 'GET' | 'POST';
  path: string;
  body?: Record<string, unknown>;
  /** The Idempotency-Key. */
  key?: string;
};

const Row = v.object({
  id: v.number(),
  status: v.number(),
  created: v.string(),
  pickup: v.optional(v.string()),
  dropoff: v.optional(v.string()),
  pickUpSnapshot: v.optional(v.object({ name: v.string() })),
  dropOffSnapshot: v.optional(v.object({ name: v.string() })),
  unclearPlaces: v.nullish(v.array(v.string())),
  paymentUrl: v.nullish(v.string()),
  order: v.nullish(v.object({ guid: v.string(), status: v.number() })),
});

const PaymentLine = v.object({
  id: v.number(),
  status: v.number(),
  created: v.string(),
  amount: v.number(),
  currency: v.string(),
  amountRefunded: v.number(),
  refund: v.string(),
  dispute: v.nullable(v.string()),
  disputeDue: v.nullish(v.string()),
  customer: v.object({ email: v.string() }),
});

const FailedJob = v.object({
  id: v.number(),
  kind: v.string(),
  attempts: v.number(),
  lastError: v.nullable(v.string()),
  failedAt: v.string(),
});

const { OPS_TOKEN, PORT, SERVER } = process.env;
const operatorRequest = parseCommand(process.argv.slice(2));
if (operatorRequest === undefined || OPS_TOKEN === undefined) {
  console.error(OPS_TOKEN === undefined ? 'OPS_TOKEN is not set.' : USAGE);
  process.exit(2);
}
await sendRequest(operatorRequest, SERVER ?? `http://127.0.0.1:${PORT ?? 8080}`, firstOf(OPS_TOKEN));

/** During a rotation the variable has two values, the new one first. */
function firstOf(tokens: string): string {
  return tokens.split(',')[0]?.trim() ?? '';
}

function parseCommand([command, ...args]: string[]): OperatorRequest | undefined {
  const [first, second, ...rest] = args;
  switch (command) {
    case 'list':
      return list('orderrequests', args);
    case 'guests':
      return list('guest-requests', args);
    case 'failed-jobs':
      return list('failed-jobs', args);
    case 'retry-job':
      if (first === undefined) return undefined;
      return { method: 'POST', path: `failed-jobs/${encodeURIComponent(first)}/retry` };
    case 'payments':
      return list('payments', args);
    case 'owed':
      return list('payments', ['owed=1', ...args]);
    case 'disputes':
      return list('payments', ['disputed=1', ...args]);
    case 'payment':
      return first === undefined ? undefined : list(`payments/${encodeURIComponent(first)}`, []);
    case 'evidence':
      return first === undefined ? undefined : list(`payments/${encodeURIComponent(first)}/evidence`, []);
    case 'refund':
      return first === undefined ? undefined : refundCommand(first, args.slice(1));
    case 'retry-refunds':
      if (first === undefined) return undefined;
      return { method: 'POST', path: `payments/${encodeURIComponent(first)}/retry-refunds` };
    case 'settle-refund':
      if (first === undefined || second === undefined || rest.length === 0) return undefined;
      return {
        method: 'POST',
        path: `payments/${encodeURIComponent(first)}/settle-refund`,
        body: { refund: Number(second), note: rest.join(' ') },
      };
    case 'failed-webhooks':
      return list('payment-events', args);
    case 'replay-webhook':
      if (first === undefined) return undefined;
      return { method: 'POST', path: `payment-events/${encodeURIComponent(first)}/replay` };
    case 'report':
      if (first === undefined || second === undefined) return undefined;
      return list('reports/payments', [`from=${first}`, `to=${second}`, ...rest]);
    case 'accept':
      if (first === undefined) return undefined;
      return {
        ...acceptCommand('orderrequests', first),
        body: { ignorePayment: second === 'ignorePayment=1' },
      };
    case 'confirm':
      return confirmCommand(args);
    case 'accept-guest':
      if (first === undefined) return undefined;
      return { ...acceptCommand('guest-requests', first), body: acceptGuestBody(args.slice(1)) };
    case 'event':
      if (first === undefined || second === undefined) return undefined;
      return {
        method: 'POST',
        path: `orders/${encodeURIComponent(first)}/events`,
        body: { type: Number(second), ...Object.fromEntries(rest.map(parseKeyValue)) },
      };
    default:
      return undefined;
  }
}

function list(path: string, args: string[]): OperatorRequest {
  const query = new URLSearchParams();
  for (const [key, value] of args.map(parseKeyValue)) query.set(key, String(value));
  return { method: 'GET', path: `${path}?${query}` };
}

function acceptCommand(kind: string, id: string): OperatorRequest {
  return { method: 'POST', path: `${kind}/${encodeURIComponent(id)}/accept` };
}

function confirmCommand([id, end, latitude, longitude, ...options]: string[]): OperatorRequest | undefined {
  if (id === undefined || end === undefined || longitude === undefined) return undefined;
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return {
    method: 'POST',
    path: `orderrequests/${encodeURIComponent(id)}/places`,
    body: { [end]: { ...point, ...Object.fromEntries(options.map(parseKeyValue)) } },
  };
}

function acceptGuestBody(args: string[]): Record<string, unknown> {
  const options = new Map(args.map(parseKeyValue));
  const amount = options.get('amount');
  return {
    isPaidOtherwise: options.get('paid') === '1',
    ...(amount === undefined ? {} : { amount: Number(amount) }),
  };
}

/** Without a key of its own, each run is another refund. */
function refundCommand(id: string, args: string[]): OperatorRequest {
  const options = new Map(args.map(parseKeyValue));
  const amount = options.get('amount');
  return {
    method: 'POST',
    path: `payments/${encodeURIComponent(id)}/refunds`,
    key: String(options.get('key') ?? randomUUID()),
    body: amount === undefined ? {} : { amount: Number(amount) },
  };
}

function parseKeyValue(text: string): [string, string | number] {
  const [key = '', ...value] = text.split('=');
  return [key, key === 'status' ? Number(value.join('=')) : value.join('=')];
}

async function sendRequest(
  { method, path, body, key }: OperatorRequest,
  server: string,
  token: string,
): Promise<void> {
  const response = await fetch(new URL(`/ops/${path}`, server), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.headers.get('content-type')?.startsWith('text/')) {
    process.stdout.write(await response.text());
    return;
  }
  const content: unknown = await response.json();
  if (!response.ok) {
    console.error(content);
    process.exitCode = 1;
  } else if (Array.isArray(content)) {
    for (const row of content) console.info(lineOf(path, row));
    const after = /[?&]after=(\d+)[^>]*>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    if (after !== undefined) console.info(`There are more: add after=${after}`);
  } else {
    console.info(content);
  }
}

function lineOf(path: string, row: unknown): string {
  if (path.startsWith('failed-jobs')) return failedJobLine(row);
  if (path.startsWith('payments')) return paymentLine(row);
  return path.startsWith('payment-events') || path.startsWith('reports')
    ? JSON.stringify(row)
    : formatRow(row);
}

function paymentLine(value: unknown): string {
  const payment = v.parse(PaymentLine, value);
  const { id, status, created, amount, currency, amountRefunded, refund, customer } = payment;
  const back = amountRefunded > 0 ? `refunded ${amountRefunded.toFixed(2)}` : `refund ${refund}`;
  const dispute = [payment.dispute ?? 'no dispute', payment.disputeDue].filter(Boolean).join(' until ');
  return `${id}\tstatus ${status}\t${created}\t${amount.toFixed(2)} ${currency}\t${back}\t${dispute}\t${customer.email}`;
}

function failedJobLine(value: unknown): string {
  const job = v.parse(FailedJob, value);
  return `${job.id}\t${job.kind}\t${job.failedAt}\tafter ${job.attempts} attempts\t${job.lastError}`;
}

function formatRow(value: unknown): string {
  const row = v.parse(Row, value);
  const from = row.pickUpSnapshot?.name ?? row.pickup;
  const to = row.dropOffSnapshot?.name ?? row.dropoff;
  const order = row.order
    ? `order ${row.order.guid} status ${row.order.status}`
    : (row.paymentUrl ?? 'no order');
  const unclear = row.unclearPlaces?.length ? `\tunclear: ${row.unclearPlaces.join(', ')}` : '';
  return `${row.id}\tstatus ${row.status}\t${row.created}\t${from} → ${to}\t${order}${unclear}`;
}
