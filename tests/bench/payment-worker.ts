import { pino } from 'pino';
import { DEFAULT_BUSINESS } from '../../server/config/business.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { createStripePayments } from '../../server/payments/payments.ts';
import { createStripeProvider } from '../../server/payments/provider.ts';

/** The payments of one server process of the benchmark. It does what the messages of the benchmark say. */
export type WorkerTask =
  | { do: 'session'; userId: number; requestId: number }
  | { do: 'webhook'; body: string; signature: string }
  | { do: 'refund'; paymentId: number; amountCents: number | undefined; key: string }
  | { do: 'retry'; paymentId: number }
  | { do: 'reconcile' };
export type WorkerRequest = { id: number; ahead: number; task: WorkerTask };
export type WorkerResponse = { id: number; result?: unknown; error?: string };

const { DATABASE_URL = '', PROXY_PORT, SECRET_KEY = '', WEBHOOK_SECRET } = process.env;
const ORIGIN = 'http://localhost:8080';
const OPERATOR = { actor: 'operator bench', source: '127.0.0.1' };

let ahead = 0;
const { db } = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: '', poolSize: 10 });
const payments = createStripePayments({
  db,
  clock: { now: () => new Date(Date.now() + ahead) },
  log: pino({ level: 'silent' }),
  provider: createStripeProvider(SECRET_KEY, WEBHOOK_SECRET, {
    host: 'localhost',
    port: Number(PROXY_PORT),
    path: '/sandbox/stripe',
  }),
  business: DEFAULT_BUSINESS,
});

process.on('message', ({ id, task, ...message }: WorkerRequest) => {
  ahead = message.ahead;
  const respond = (response: Omit<WorkerResponse, 'id'>) => process.send?.({ id, ...response });
  perform(task).then(
    (result) => respond({ result }),
    (error: unknown) => respond({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ id: 0 });

async function perform(task: WorkerTask): Promise<unknown> {
  switch (task.do) {
    case 'session':
      return payments.createSession({ ...task, origin: ORIGIN });
    case 'webhook':
      return payments.handleWebhook(task.body, task.signature);
    case 'refund':
      return payments.operator.refund({ ...task, operator: OPERATOR });
    case 'retry':
      return payments.operator.retryRefunds(task.paymentId, OPERATOR);
    case 'reconcile':
      return payments.reconcile();
  }
}
