import * as v from 'valibot';

/**
 * `npm run ops -- …`: the operator's API from a terminal, with OPS_TOKEN and SERVER (default
 * http://127.0.0.1:PORT) from the environment.
 */
const USAGE = `Usage: npm run ops -- COMMAND
  list                        delivery requests of customers, newest first
  guests                      requests of guests, newest first
  accept ID                   accept a paid request: makes an order
  accept-guest ID             accept a guest's request
  event GUID TYPE [KEY=VALUE] report an event; keys: time, status, deliveryDate, deliveryTime
Types: 3 scheduled, 4 picked up, 6 in transit, 5 delivered, 7 pickup failed, 8 delivery failed,
  9 rescheduled, 10 cancelled`;

type OperatorRequest = { method: 'GET' | 'POST'; path: string; body?: Record<string, unknown> };

const Row = v.object({
  id: v.number(),
  status: v.number(),
  created: v.string(),
  pickup: v.optional(v.string()),
  dropoff: v.optional(v.string()),
  pickUpSnapshot: v.optional(v.object({ name: v.string() })),
  dropOffSnapshot: v.optional(v.object({ name: v.string() })),
  order: v.nullish(v.object({ guid: v.string(), status: v.number() })),
});

const { OPS_TOKEN, PORT, SERVER } = process.env;
const operatorRequest = parseCommand(process.argv.slice(2));
if (operatorRequest === undefined || OPS_TOKEN === undefined) {
  console.error(OPS_TOKEN === undefined ? 'OPS_TOKEN is not set.' : USAGE);
  process.exit(2);
}
await sendRequest(operatorRequest, SERVER ?? `http://127.0.0.1:${PORT ?? 8080}`, OPS_TOKEN);

function parseCommand([command, first, second, ...rest]: string[]): OperatorRequest | undefined {
  switch (command) {
    case 'list':
      return { method: 'GET', path: 'orderrequests' };
    case 'guests':
      return { method: 'GET', path: 'guest-requests' };
    case 'accept':
      return first === undefined ? undefined : acceptCommand('orderrequests', first);
    case 'accept-guest':
      return first === undefined ? undefined : acceptCommand('guest-requests', first);
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

function acceptCommand(kind: string, id: string): OperatorRequest {
  return { method: 'POST', path: `${kind}/${encodeURIComponent(id)}/accept` };
}

function parseKeyValue(text: string): [string, string | number] {
  const [key = '', ...value] = text.split('=');
  return [key, key === 'status' ? Number(value.join('=')) : value.join('=')];
}

async function sendRequest(
  { method, path, body }: OperatorRequest,
  server: string,
  token: string,
): Promise<void> {
  const response = await fetch(new URL(`/ops/${path}`, server), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) {
    console.error(answer);
    process.exitCode = 1;
  } else if (Array.isArray(answer)) {
    for (const row of answer) console.info(formatRow(row));
  } else {
    console.info(answer);
  }
}

function formatRow(value: unknown): string {
  const row = v.parse(Row, value);
  const from = row.pickUpSnapshot?.name ?? row.pickup;
  const to = row.dropOffSnapshot?.name ?? row.dropoff;
  const order = row.order ? `order ${row.order.guid} status ${row.order.status}` : 'no order';
  return `${row.id}\tstatus ${row.status}\t${row.created}\t${from} → ${to}\t${order}`;
}
