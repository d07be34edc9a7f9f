import type { CreatedDeliveryRequest, DeliveryRequestInput } from '../../src/contract/delivery-request.ts';

type Row = { key: string; owner: string; body: string; delivery: CreatedDeliveryRequest };
type Call = { method: string; url: string; key: string | null; token: string | null; body: string };

/** The faults of the next calls, in order. When the list is empty, every call succeeds. */
export type ServerFault =
  | 'lost request'
  | 'lost response'
  | 'html'
  | 'hang'
  | { status: number; title?: string; retryAfter?: string };

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** A server with a table, reached over a network with scripted faults. */
export class FakeServer {
  rows: Row[] = [];
  calls: Call[] = [];
  faults: ServerFault[] = [];
  supportsIdempotency = true;
  /** What the response to each new request contains in addition. */
  created: Partial<CreatedDeliveryRequest> = {};
  /** Resolves each time a call has arrived. */
  onCall: (call: Call) => void = () => undefined;
  /** Holds a call back until it resolves. */
  beforeResponse: (call: Call) => Promise<void> = async () => undefined;

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const call: Call = {
      method: request.method,
      url: new URL(request.url).pathname,
      key: request.headers.get('idempotency-key'),
      token: request.headers.get('authorization'),
      body: await request.text(),
    };
    this.calls.push(call);
    this.onCall(call);
    await this.beforeResponse(call);
    const fault = this.faults.shift();
    if (fault === 'lost request') throw new TypeError('Failed to fetch');
    if (fault === 'hang') return hang(request.signal);
    if (fault === 'html') return new Response('<html>Sign in to the wifi</html>', { status: 200 });
    if (typeof fault === 'object') {
      return json(
        fault.status,
        { title: fault.title },
        fault.retryAfter ? { 'retry-after': fault.retryAfter } : {},
      );
    }
    const response = this.respond(call);
    if (fault === 'lost response') throw new TypeError('Failed to fetch');
    return response;
  };

  private respond(call: Call): Response {
    const owner = call.token ?? 'guest';
    if (call.method === 'GET')
      return json(
        200,
        this.rows.filter((row) => row.owner === owner).map((row) => row.delivery),
      );
    if (call.method === 'PUT') {
      const id = Number(call.url.split('/').at(-1));
      const row = this.rows.find((one) => one.delivery.id === id);
      if (row === undefined) return json(404, { title: 'ORDER_REQUEST_NOT_FOUND' });
      row.delivery = { ...row.delivery, ...JSON.parse(call.body) };
      return json(200, row.delivery);
    }
    const known =
      this.supportsIdempotency && this.rows.find((row) => row.owner === owner && row.key === call.key);
    if (known)
      return known.body === call.body
        ? json(201, known.delivery)
        : json(422, { title: 'IDEMPOTENCY_KEY_REUSED' });
    const body: DeliveryRequestInput = JSON.parse(call.body);
    const delivery: CreatedDeliveryRequest = {
      ...body,
      id: this.rows.length + 1,
      created: '2026-11-01T10:00:00.000Z',
      status: 0,
      estimatedPrice: 18.4,
      ...this.created,
    };
    this.rows.push({ key: call.key ?? '', owner, body: call.body, delivery });
    return json(201, call.url.startsWith('/hook') ? { id: delivery.id } : delivery);
  }
}

export function deliveryRequest(changes: Partial<DeliveryRequestInput> = {}): DeliveryRequestInput {
  return {
    pickUpSnapshot: { name: '12 Leinster Road, Dublin' },
    dropOffSnapshot: { name: '3 Abbey Street, Howth' },
    weight: 30,
    volume: 1.2,
    width: 1.2,
    length: 1,
    height: 1,
    deliveryNote: '',
    deliveryType: 0,
    isPriority: false,
    isFragile: false,
    ...changes,
  };
}
