import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { listenLocally } from '../support/listen-locally.ts';

type Received = { request: string; body: unknown; authorization: string; key: string };
type Answer = { status?: number; type?: string; body: string; link?: string; isLost?: boolean };

const PAYMENT = {
  id: 7,
  status: 2,
  created: '2026-11-20T10:12:00.000Z',
  paid: '2026-11-20T10:14:00.000Z',
  amount: 13.33,
  currency: 'EUR',
  amountRefunded: 4,
  receiptNumber: 12,
  vatPercent: 23,
  vatAmount: 2.49,
  fees: 0.45,
  feeCurrency: 'EUR',
  refund: 'done',
  dispute: null,
  disputeDue: null,
  deliveryRequest: 5,
  guestRequest: null,
  referenceNumber: null,
  card: 'visa 4242',
  failureMessage: null,
  provider: 'test',
  sessionId: 'cs_1',
  intentId: 'pi_1',
  customer: { name: 'Aoife Brennan', email: 'aoife@example.ie' },
};

let server: Server;
let url: string;
let received: Received[];
let answer: Answer;

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      received.push({
        request: `${request.method} ${request.url}`,
        body: text === '' ? undefined : JSON.parse(text),
        authorization: request.headers.authorization ?? '',
        key: String(request.headers['idempotency-key'] ?? ''),
      });
      const { status = 200, type = 'application/json', body, link, isLost } = answer;
      if (isLost) {
        request.socket.destroy();
        return;
      }
      response.writeHead(status, { 'content-type': type, ...(link === undefined ? {} : { link }) }).end(body);
    });
  });
  url = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterAll(() => server.close());
beforeEach(() => {
  received = [];
  answer = { body: '{}' };
});

/** Runs `npm run ops -- …`. */
const ops = (...args: string[]) => opsAt(url, ...args);

const opsAt = (address: string, ...args: string[]) => runOps(address, 'new-token,old-token', ...args);

const runOps = (address: string, token: string, ...args: string[]) =>
  runIn({ SERVER: address, OPS_TOKEN: token }, ...args);

function runIn(variables: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const program = [builtProgram('ops'), ...args];
    const env = { PATH: process.env.PATH ?? '', ...variables };
    execFile(process.execPath, program, { env }, (error, output, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors }),
    );
  });
}

test.each<[string[], string, unknown]>([
  [['accept', '5', 'ignorePayment=1'], 'POST /ops/orderrequests/5/accept', { ignorePayment: true }],
  // The server rejects the unknown field. Without it, everything would be refunded.
  [['refund', '7', '4.50', 'key=refund-7-a'], 'POST /ops/payments/7/refunds', { '4.50': '' }],
  [
    ['accept-guest', '9', 'amuont=20'],
    'POST /ops/guest-requests/9/accept',
    { isPaidOtherwise: false, amuont: '20' },
  ],
  // Values that are no numbers and no flags reach the server, which rejects them.
  [['accept-guest', '9', 'paid=yes'], 'POST /ops/guest-requests/9/accept', { isPaidOtherwise: 'yes' }],
  [
    ['accept', '5', 'ignorePaiment=1'],
    'POST /ops/orderrequests/5/accept',
    { ignorePayment: false, ignorePaiment: '1' },
  ],
  [['refund', '7', 'paid=1', 'key=refund-7-a'], 'POST /ops/payments/7/refunds', { paid: '1' }],
  [['event', '9', '5', 'status='], 'POST /ops/orders/9/events', { type: 5, status: null }],
  [['event', '9', ''], 'POST /ops/orders/9/events', { type: null }],
  [
    ['confirm', '7', 'dropOff', '', ' '],
    'POST /ops/orderrequests/7/places',
    { dropOff: { latitude: null, longitude: null } },
  ],
  [['owed', 'limit=2'], 'GET /ops/payments?owed=1&limit=2', undefined],
  [['refund', '7', 'amount=4.5', 'key=refund-7-a'], 'POST /ops/payments/7/refunds', { amount: 4.5 }],
  [
    ['event', 'a/b', '3', 'deliveryDate=2026-11-25'],
    'POST /ops/orders/a%2Fb/events',
    { type: 3, deliveryDate: '2026-11-25' },
  ],
  [['event', '9', '5', 'status=4'], 'POST /ops/orders/9/events', { type: 5, status: 4 }],
  [['retry-job', '3'], 'POST /ops/failed-jobs/3/retry', undefined],
  [
    ['accept-guest', '5', 'amount=12'],
    'POST /ops/guest-requests/5/accept',
    { isPaidOtherwise: false, amount: 12 },
  ],
  [
    ['settle-refund', '7', '4', 'bank', 'transfer'],
    'POST /ops/payments/7/settle-refund',
    { refund: 4, note: 'bank transfer' },
  ],
  // The words of a note are no options.
  [
    ['settle-refund', '7', '4', 'refund=5', 'IBAN=1', 'and', 'again', 'and', 'IBAN=2', 'note='],
    'POST /ops/payments/7/settle-refund',
    { refund: 4, note: 'refund=5 IBAN=1 and again and IBAN=2 note=' },
  ],
  [['payment', '7'], 'GET /ops/payments/7', undefined],
])('npm run ops -- %j calls the operator API (PAY-15)', async (args, request, body) => {
  expect(await ops(...args)).toMatchObject({ code: 0, errors: '' });
  expect(received).toMatchObject([{ request, authorization: 'Bearer new-token' }]);
  expect(received[0]?.body).toEqual(body);
  expect(received[0]?.key).toBe(args[0] === 'refund' ? 'refund-7-a' : '');
});

test('payments are one line each, and a further page is announced (PAY-15)', async () => {
  answer = { body: JSON.stringify([PAYMENT]), link: '</ops/payments?after=7>; rel="next"' };
  const { output } = await ops('payments');
  expect(output.split('\n').slice(0, 2)).toEqual([
    'id\tstatus\tcreated\tamount\tcurrency\tamountRefunded\trefund\tdispute\tdisputeDue\tcustomer.email',
    '7\t2\t2026-11-20T10:12:00.000Z\t13.33\tEUR\t4\tdone\t-\t-\taoife@example.ie',
  ]);
  expect(output).toContain('There are more: add after=7');
});

test('what strangers typed begins no line and does not control the terminal (SEC-18)', async () => {
  const pickup = 'Bray\u001b]0;paid\u0007\n8\t2\t2026-11-20\u009b2J\u202e';
  answer = { body: JSON.stringify([{ id: 7, status: 1, created: '2026-11-20', pickup, dropoff: 'Dublin' }]) };
  expect((await ops('guests')).output.split('\n').slice(1)).toEqual([
    '7\t1\t2026-11-20\t-\t-\tBray ]0;paid 8 2 2026-11-20 2J\tDublin\t-',
    '',
  ]);
  answer = { body: JSON.stringify({ id: 7, note: 'Ring\u202e\u001b[31m\ntwice' }) };
  expect((await ops('accept-guest', '7')).output).toBe("{ id: 7, note: 'Ring [31m twice' }\n");
  answer = { type: 'text/csv; charset=utf-8', body: 'id,customer\r\n7,Eve\u001b[31m\r\n' };
  expect((await ops('payments', 'format=csv')).output).toBe('id,customer\r\n7,Eve [31m\r\n');
});

test('a record is printed with everything that it contains', async () => {
  answer = { body: JSON.stringify({ id: 7, order: { history: [{ type: 1, time: '2026-11-20' }] } }) };
  const { output } = await ops('accept-guest', '7', 'paid=1');
  expect(output).toContain("{ type: 1, time: '2026-11-20' }");
});

test('a disputed payment shows until when evidence is accepted (PAY-98)', async () => {
  const disputed = { ...PAYMENT, dispute: 'needs_response', disputeDue: '2026-12-01T10:12:00.000Z' };
  answer = { body: JSON.stringify([disputed]) };
  expect((await ops('disputes')).output).toContain('\tneeds_response\t2026-12-01T10:12:00.000Z\t');
  expect(received[0]?.request).toBe('GET /ops/payments?disputed=1');
});

test('the page of evidence is printed unchanged (PAY-97)', async () => {
  answer = { type: 'text/html; charset=UTF-8', body: '<!doctype html><h1>Evidence</h1>\n' };
  expect((await ops('evidence', '7')).output).toBe(answer.body);
  expect(received[0]?.request).toBe('GET /ops/payments/7/evidence');
});

test('a report as CSV is printed unchanged (PAY-15)', async () => {
  answer = { type: 'text/csv; charset=utf-8', body: 'day,net\r\n2026-11-20,13.33\r\n' };
  expect((await ops('report', '2026-11-01', '2026-11-30', 'format=csv')).output).toBe(answer.body);
  expect(received[0]?.request).toBe('GET /ops/reports/payments?from=2026-11-01&to=2026-11-30&format=csv');
});

test('payments as CSV are printed unchanged, and a further page is announced beside them (PAY-15)', async () => {
  answer = {
    type: 'text/csv; charset=utf-8',
    body: 'id,amount\r\n7,13.33\r\n',
    link: '</ops/payments?format=csv&after=7>; rel="next"',
  };
  const { output, errors } = await ops('payments', 'format=csv');
  expect(output).toBe(answer.body);
  expect(errors).toBe('There are more: add after=7\n');
});

test('a refusal is printed, and the exit status is 1', async () => {
  answer = { status: 409, body: JSON.stringify({ title: 'REFUND_TOO_LARGE' }) };
  const { code, errors } = await ops('refund', '7');
  expect(code).toBe(1);
  expect(errors).toContain('REFUND_TOO_LARGE');
  expect(received[0]?.key).toMatch(/^[\w-]{36}$/);
});

test('the error page of a proxy is an error (PAY-15)', async () => {
  answer = { status: 502, type: 'text/html', body: '<h1>502 Bad Gateway</h1>' };
  const { code, output, errors } = await ops('evidence', '7');
  expect(code).toBe(1);
  expect(output).toBe('');
  expect(errors).toContain('502 Bad Gateway');
});

test('a refund whose response is lost names its key, so that it can be repeated (PAY-15)', async () => {
  answer = { body: '', isLost: true };
  const { code, errors } = await ops('refund', '7', 'amount=4.5');
  expect(code).toBe(1);
  expect(received[0]?.key).toMatch(/^[\w-]{36}$/);
  expect(errors).toContain(`key=${received[0]?.key}`);
});

test.each([
  ['http://127.0.0.1:9', 'http://127.0.0.1:9'],
  ['localhost:8080', 'localhost:8080: TypeError: Invalid URL'],
])('a server at %s is reported in one line', async (address, sentence) => {
  const { code, errors } = await opsAt(address, 'list');
  expect(code).toBe(1);
  expect(errors).toContain(sentence);
  expect(errors.trim().split('\n')).toHaveLength(1);
});

test('a command without its arguments shows the usage and calls nothing', async () => {
  for (const args of [['refund'], ['settle-refund', '7', '4']]) {
    const { code, errors } = await ops(...args);
    expect(code).toBe(2);
    expect(errors).toContain('Usage: npm run ops');
  }
  expect(received).toEqual([]);
});

test('an option that a command does not have is reported, and calls nothing (PAY-15)', async () => {
  for (const args of [
    ['retry-refunds', '7', 'amount=4.00'],
    ['retry-job', '3', '4'],
    ['payment', '7', '8'],
    ['failed-webhooks', 'limit=3'],
  ]) {
    const { code, errors } = await ops(...args);
    expect(code).toBe(2);
    expect(errors).toContain('Usage: npm run ops');
  }
  expect(received).toEqual([]);
});

test('an option that is given twice contradicts itself, and calls nothing (PAY-15)', async () => {
  for (const args of [
    ['refund', '7', 'amount=5', 'amount=50'],
    ['event', '9', '4', 'type=5'],
    ['owed', 'owed=0'],
  ]) {
    expect(await ops(...args)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Usage: npm run ops'),
    });
  }
  expect(received).toEqual([]);
});

test('an empty SERVER or PORT counts as not set, as for the server', async () => {
  const { port } = new URL(url);
  expect(await runIn({ SERVER: ' ', PORT: ` ${port} `, OPS_TOKEN: 'token' }, 'list')).toMatchObject({
    code: 0,
  });
  // The token must not be sent to another program, at the port 80.
  const { errors } = await runIn({ SERVER: '', PORT: '', OPS_TOKEN: 'token' }, 'list');
  expect(errors).not.toMatch(/127\.0\.0\.1:80\b/);
  expect(await runIn({ SERVER: url, OPS_TOKEN: ' ' }, 'list')).toMatchObject({ code: 2 });
});

test('confirms an unclear place (PLC-03)', async () => {
  await ops('confirm', '7', 'dropOff', '53.1819', '-6.7967', 'city=Newbridge');
  expect(received[0]).toMatchObject({
    request: 'POST /ops/orderrequests/7/places',
    body: { dropOff: { latitude: 53.1819, longitude: -6.7967, city: 'Newbridge' } },
  });
});

test('it shows its commands to an operator who has set no token yet, and asks for it when one runs', async () => {
  expect((await runOps(url, '')).errors).toContain('Usage: npm run ops');
  expect(await runOps(url, '', 'list')).toMatchObject({ code: 2, errors: 'OPS_TOKEN is not set.\n' });
});

test.skipIf(!existsSync('/dev/full'))('fails with one line if its output is on a full disk', async () => {
  const failure = { code: 1, errors: 'The output is not complete: ENOSPC: no space left on device, write\n' };
  answer = { body: JSON.stringify([PAYMENT]) };
  expect(await shell('payments > /dev/full')).toMatchObject(failure);
  answer = { type: 'text/csv', body: 'id\r\n' };
  expect(await shell('payments format=csv > /dev/full')).toMatchObject(failure);
});

test('ends without an error when the program that reads its output has read enough', async () => {
  answer = { type: 'text/csv', body: 'id\n'.repeat(200_000) };
  const { code, output, errors } = await shell('payments format=csv | head -1');
  expect({ code, output, errors }).toEqual({ code: 0, output: 'id\n', errors: '' });
});

/** Runs `npm run ops -- …` with what a shell does with its output. */
function shell(command: string) {
  const script = `set -o pipefail; "$0" "$1" ${command}`;
  const env = { PATH: process.env.PATH ?? '', SERVER: url, OPS_TOKEN: 'new-token' };
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    execFile(
      'bash',
      ['--norc', '-c', script, process.execPath, builtProgram('ops')],
      { env },
      (error, output, errors) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors }),
    );
  });
}
