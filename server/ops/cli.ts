import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { errorCode } from '../config/operator-error.ts';
import { oneLine } from '../http/one-line.ts';

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

type Fields = Record<string, string>;
type Body = Record<string, unknown> | undefined;
type Command = {
  /** Below /ops; `{id}` stands for the first argument. */
  path: string;
  /** The arguments that it needs after the id, before those of the form KEY=VALUE. */
  needs?: readonly string[];
  /** Whether it takes no argument besides an id. Another one, such as an amount, would be ignored. */
  isWithoutOptions?: true;
  /** Whether its last argument is a text, to which all further words belong. */
  endsInText?: true;
  /** The query of a command that reads, besides its arguments. */
  query?: Fields;
  /** The body of a command that changes something, from its arguments after the id. */
  body?: (fields: Fields, args: string[]) => Body;
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
  guests: { path: 'guest-requests', columns: [...REQUEST_COLUMNS, 'pickup', 'dropoff', 'paymentUrl'] },
  accept: {
    path: 'orderrequests/{id}/accept',
    body: ({ ignorePayment, ...others }) => ({ ...others, ignorePayment: toFlag(ignorePayment) }),
  },
  confirm: {
    path: 'orderrequests/{id}/places',
    needs: ['end', 'latitude', 'longitude'],
    body: ({ end = '', latitude, longitude, ...others }) => ({
      [end]: { latitude: toNumber(latitude), longitude: toNumber(longitude), ...others },
    }),
  },
  'accept-guest': {
    path: 'guest-requests/{id}/accept',
    body: ({ paid, ...others }) => ({ isPaidOtherwise: toFlag(paid), ...withNumber('amount', others) }),
  },
  event: {
    path: 'orders/{id}/events',
    needs: ['type'],
    body: (fields) => withNumber('type', withNumber('status', fields)),
  },
  'failed-jobs': { path: 'failed-jobs', columns: ['id', 'kind', 'failedAt', 'attempts', 'lastError'] },
  'retry-job': { path: 'failed-jobs/{id}/retry', body: () => undefined, isWithoutOptions: true },
  payments: { path: 'payments', columns: PAYMENT_COLUMNS },
  owed: { path: 'payments', query: { owed: '1' }, columns: PAYMENT_COLUMNS },
  disputes: { path: 'payments', query: { disputed: '1' }, columns: PAYMENT_COLUMNS },
  payment: { path: 'payments/{id}', isWithoutOptions: true },
  evidence: { path: 'payments/{id}/evidence', isWithoutOptions: true },
  refund: {
    path: 'payments/{id}/refunds',
    body: ({ key: _key, ...fields }) => withNumber('amount', fields),
    hasKey: true,
  },
  'retry-refunds': { path: 'payments/{id}/retry-refunds', body: () => undefined, isWithoutOptions: true },
  'settle-refund': {
    path: 'payments/{id}/settle-refund',
    needs: ['refund', 'note'],
    endsInText: true,
    body: (_fields, [refund, ...note]) => ({ refund: toNumber(refund), note: note.join(' ') }),
  },
  'failed-webhooks': { path: 'payment-events', isWithoutOptions: true },
  'replay-webhook': { path: 'payment-events/{id}/replay', body: () => undefined, isWithoutOptions: true },
  report: { path: 'reports/payments', needs: ['from', 'to'] },
};

const { OPS_TOKEN, PORT, SERVER } = process.env;
// During a rotation the variable has two values, the new one first.
const token = OPS_TOKEN?.split(',')[0]?.trim() ?? '';
const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const [id, others] = command?.path.includes('{id}') ? [args[0], args.slice(1)] : ['', args];
const needs = command?.needs ?? [];
const isComplete = id !== undefined && others.length >= needs.length;
// The server rejects a key without a value.
const options = others
  .slice(command?.endsInText ? others.length : needs.length)
  .map((text) => text.split(/=(.*)/s, 2));
const given: Fields = Object.fromEntries(options.map(([option = '', value = '']) => [option, value]));
// Of two amounts, either could be meant.
const known = [...Object.keys(command?.query ?? {}), ...needs, ...options.map(([option]) => option)];
const isClear = new Set(known).size === known.length && !(command?.isWithoutOptions && others.length > 0);
const isCall = command !== undefined && isComplete && isClear;
if (!isCall || token === '') {
  console.error(isCall ? 'OPS_TOKEN is not set.' : USAGE);
  process.exit(2);
}
// As for the server, an empty variable counts as not set, and spaces around a value do not count.
const server = SERVER?.trim() || `http://127.0.0.1:${PORT?.trim() || 8080}`;
const key = given.key ?? randomUUID();
// Part of a list must not pass as all of it. A program such as head closes the output when it has read enough.
process.stdout.on('error', (error) => {
  const isRead = errorCode(error) === 'EPIPE';
  if (!isRead) console.error(`The output is not complete: ${error.message}`);
  process.exit(isRead ? 0 : 1);
});
await run(command).catch((error) => {
  const reason = error instanceof Error ? (error.cause ?? error) : error;
  console.error(`There is no usable response from ${server}: ${reason}`);
  if (command.hasKey) {
    console.error(`It may have refunded all the same. With key=${key} a repetition is safe.`);
  }
  process.exitCode = 1;
});

async function run({ path, query, body, hasKey, columns }: Command) {
  const url = new URL(`/ops/${path.replace('{id}', encodeURIComponent(id ?? ''))}`, server);
  const named = Object.fromEntries(needs.map((need, at) => [need, others[at] ?? '']));
  const fields = { ...query, ...named, ...given };
  if (body === undefined) url.search = String(new URLSearchParams(fields));
  const sent = body?.(fields, others);
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
  const text = await response.text();
  const content: unknown = isText ? text.replace(CONTROLS, ' ') : JSON.parse(text, toSafeText);
  if (!response.ok) {
    console.error(content);
    process.exitCode = 1;
  } else if (Array.isArray(content)) {
    if (columns !== undefined) console.info(columns.join('\t'));
    for (const row of content) console.info(columns ? toLine(row, columns) : JSON.stringify(row));
  } else {
    process.stdout.write(isText ? String(content) : `${inspect(content, { depth: null })}\n`);
  }
  // Standard output may be a file.
  if (after !== undefined) (isText ? console.error : console.info)(`There are more: add after=${after}`);
}

/** Other fields are sent as they are, so that the server rejects unknown ones: a refund without an amount refunds everything. */
function withNumber(name: string, fields: Record<string, unknown>): Record<string, unknown> {
  const value = fields[name];
  return typeof value === 'string' ? { ...fields, [name]: toNumber(value) } : fields;
}

/** An empty text is no number: an unset variable of a shell must not mean the status or the latitude 0. */
function toNumber(text = ''): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Other values are sent as they are, so that the server rejects them. */
function toFlag(text = '0'): unknown {
  return text === '0' || text === '1' ? text === '1' : text;
}

/** Anyone can submit a place or a note, so it must neither begin another line nor control the terminal. (SEC-18) */
function toSafeText(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? oneLine(value, value.length) : value;
}

/** The fields of a row, which are named by their paths. */
function toLine(row: unknown, columns: readonly string[]): string {
  const read = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return columns.map((path) => String(path.split('.').reduce(read, row) ?? '-')).join('\t');
}
