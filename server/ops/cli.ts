import { randomUUID } from 'node:crypto';
import { oneLine } from '../http/cut-text.ts';

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
  accept-guest ID [amount=AMOUNT] [paid=1]
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
  refund ID [amount=AMOUNT] [key=KEY]
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

/** Characters that could control the terminal. Tabs and line breaks cannot. */
const CONTROLS = /[^\P{Cc}\t\r\n]/gu;

type Body = Record<string, unknown> | undefined;
type Command = {
  /** Below /ops; `{id}` stands for the first argument. */
  path: string;
  /** How many arguments it needs at least. */
  needs?: number;
  /** Whether the id is its only argument. Another one, such as an amount, would be ignored. */
  hasOnlyId?: true;
  /** The query of a command that reads, from its arguments as KEY=VALUE. */
  query?: (args: string[]) => string[];
  /** The body of a command that changes something, from its arguments after the id. */
  body?: (args: string[]) => Body;
  /** Whether the call has an Idempotency-Key. Without a key of its own, each run is another refund. */
  hasKey?: true;
  /** The fields of a row that a list shows, each row in one line; all of them as JSON unless it is given. */
  columns?: readonly string[];
};

const REQUEST_COLUMNS = ['id', 'status', 'created', 'order.guid', 'order.status'];
const PAYMENT_COLUMNS = [
  ...['id', 'status', 'created', 'amount', 'currency', 'amountRefunded', 'refund'],
  ...['dispute', 'disputeDue', 'customer.email'],
];

const COMMANDS: Readonly<Record<string, Command>> = {
  list: {
    path: 'orderrequests',
    columns: [...REQUEST_COLUMNS, 'pickUpSnapshot.name', 'dropOffSnapshot.name', 'unclearPlaces'],
  },
  guests: {
    path: 'guest-requests',
    columns: [...REQUEST_COLUMNS, 'pickup', 'dropoff', 'paymentUrl'],
  },
  accept: {
    path: 'orderrequests/{id}/accept',
    body(args) {
      const { ignorePayment, ...others } = parseOptions(args);
      return { ...others, ignorePayment: toFlag(ignorePayment) };
    },
  },
  confirm: {
    path: 'orderrequests/{id}/places',
    needs: 4,
    body: ([end = '', latitude, longitude, ...options]) => ({
      [end]: { latitude: toNumber(latitude), longitude: toNumber(longitude), ...parseOptions(options) },
    }),
  },
  'accept-guest': {
    path: 'guest-requests/{id}/accept',
    body(args) {
      const { paid, ...options } = parseOptions(args);
      return { isPaidOtherwise: toFlag(paid), ...withAmount(options) };
    },
  },
  event: {
    path: 'orders/{id}/events',
    needs: 2,
    body([type, ...options]) {
      const { status, ...values } = parseOptions(options);
      return {
        type: toNumber(type),
        ...values,
        ...(status === undefined ? {} : { status: toNumber(status) }),
      };
    },
  },
  'failed-jobs': { path: 'failed-jobs', columns: ['id', 'kind', 'failedAt', 'attempts', 'lastError'] },
  'retry-job': { path: 'failed-jobs/{id}/retry', body: () => undefined, hasOnlyId: true },
  payments: { path: 'payments', columns: PAYMENT_COLUMNS },
  owed: { path: 'payments', query: (args) => ['owed=1', ...args], columns: PAYMENT_COLUMNS },
  disputes: { path: 'payments', query: (args) => ['disputed=1', ...args], columns: PAYMENT_COLUMNS },
  payment: { path: 'payments/{id}', query: () => [], hasOnlyId: true },
  evidence: { path: 'payments/{id}/evidence', query: () => [], hasOnlyId: true },
  refund: { path: 'payments/{id}/refunds', body: (args) => withAmount(parseOptions(args)), hasKey: true },
  'retry-refunds': { path: 'payments/{id}/retry-refunds', body: () => undefined, hasOnlyId: true },
  'settle-refund': {
    path: 'payments/{id}/settle-refund',
    needs: 3,
    body: ([refund, ...note]) => ({ refund: toNumber(refund), note: note.join(' ') }),
  },
  'failed-webhooks': { path: 'payment-events' },
  'replay-webhook': { path: 'payment-events/{id}/replay', body: () => undefined, hasOnlyId: true },
  report: {
    path: 'reports/payments',
    needs: 2,
    query: ([from, to, ...options]) => [`from=${from}`, `to=${to}`, ...options],
  },
};

const { OPS_TOKEN = '', PORT, SERVER } = process.env;
const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const needs = command?.needs ?? (command?.path.includes('{id}') ? 1 : 0);
const most = command?.hasOnlyId ? needs : Number.POSITIVE_INFINITY;
const isCall = command !== undefined && args.length >= needs && args.length <= most;
if (!isCall || OPS_TOKEN === '') {
  console.error(isCall ? 'OPS_TOKEN is not set.' : USAGE);
  process.exit(2);
}
const server = SERVER ?? `http://127.0.0.1:${PORT ?? 8080}`;
const key = parseOptions(args).key ?? randomUUID();
try {
  // During a rotation the variable has two values, the new one first.
  await run(command, OPS_TOKEN.split(',')[0]?.trim() ?? '');
} catch (error) {
  const reason = error instanceof Error ? (error.cause ?? error) : error;
  console.error(`There is no usable response from ${server}: ${reason}`);
  if (command.hasKey) {
    console.error(`It may have refunded all the same. With key=${key} a repetition is safe.`);
  }
  process.exitCode = 1;
}

async function run({ path, query, body, hasKey, columns }: Command, token: string) {
  const url = new URL(`/ops/${path.replace('{id}', encodeURIComponent(args[0] ?? ''))}`, server);
  if (body === undefined) url.search = String(new URLSearchParams(parseOptions(query?.(args) ?? args)));
  const sent = body?.(args.slice(1));
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(hasKey ? { 'idempotency-key': key } : {}),
    },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  const isText = response.headers.get('content-type')?.startsWith('text/');
  // An error page comes from a proxy. It must not end up in the file that was asked for.
  if (response.status >= 500 || (isText && !response.ok)) {
    throw new Error(`${response.status} ${await response.text()}`);
  }
  const after = /[?&]after=(\d+)[^>]*>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  if (isText) {
    process.stdout.write((await response.text()).replace(CONTROLS, ' '));
    // Standard output may be a file.
    if (after !== undefined) console.error(`There are more: add after=${after}`);
    return;
  }
  const content: unknown = await response.json();
  if (!response.ok) {
    console.error(content);
    process.exitCode = 1;
  } else if (Array.isArray(content)) {
    if (columns !== undefined) console.info(columns.join('\t'));
    for (const row of content) console.info(columns ? toLine(row, columns) : JSON.stringify(row));
    if (after !== undefined) console.info(`There are more: add after=${after}`);
  } else {
    console.info(content);
  }
}

/** The values of KEY=VALUE arguments. */
function parseOptions(options: string[]): Record<string, string> {
  return Object.fromEntries(
    options.map((text) => {
      const [key = '', ...value] = text.split('=');
      return [key, value.join('=')];
    }),
  );
}

/** Unknown options are sent as well, so that the server rejects them: a refund without an amount refunds everything. */
function withAmount({ amount, key: _key, ...others }: Record<string, string>): Body {
  return { ...others, ...(amount === undefined ? {} : { amount: toNumber(amount) }) };
}

/** An empty text is no number: an unset variable of a shell must not mean the status or the latitude 0. */
function toNumber(text = ''): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Other values are sent as they are, so that the server rejects them. */
function toFlag(text = '0'): unknown {
  return text === '0' || text === '1' ? text === '1' : text;
}

/**
 * The fields of a row, which are named by their paths. Anyone can submit a place, so it must neither begin another line
 * nor control the terminal.
 */
function toLine(row: unknown, columns: readonly string[]): string {
  const read = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const cells = columns.map((path) => String(path.split('.').reduce(read, row) ?? '-'));
  return cells.map((cell) => oneLine(cell, cell.length)).join('\t');
}
