import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestOf,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** The faults that a network, or a device in it, can cause for one exchange. */
export const NETWORK_FAULTS = [
  /** The connection is reset before the server has received the request. */
  'reset',
  /** The server accepts the request, and its response is lost. */
  'responseLost',
  /** Half of the response arrives. */
  'truncated',
  /** The server receives the request twice, and one response arrives. */
  'duplicated',
  /** A captive portal responds with its own page and status 200. */
  'portal',
  /** The server accepts the request, and a gateway responds with a page and status 200. */
  'portalAfter',
  'error500',
  /** The server accepts the request, and a gateway responds with 502. */
  'badGatewayAfter',
  /** A gateway responds with 502 and its own page. */
  'badGateway502',
  'unavailable503',
  'gatewayTimeout504',
  'timeout408',
  'tooEarly425',
  'tooMany429',
  'empty200',
  /** The response arrives two seconds late. */
  'slow',
  /** There is no response, however long the client waits. */
  'hang',
  /** The server accepts the request and then never responds. */
  'hangAfter',
  'unauthorized401',
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];
/** `key` is the idempotency key of a request that has one. */
type ProxiedRequest = { method: string; path: string; key?: string | undefined };
type FaultChoice = NetworkFault | undefined;

/** Whether a request creates a delivery request of a customer or a guest. */
export function isCreate({ method, path }: { method: string; path: string }): boolean {
  return method === 'POST' && /\/orderrequests$|^\/hook\//.test(path);
}

type ForwardedResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

const SLOW_MS = 2000;
const PORTAL = '<!doctype html><title>Welcome aboard</title><h1>Sign in to the train wifi</h1>';

/** The response of a server or a gateway, which the proxy itself creates. */
const SYNTHETIC_RESPONSES: Partial<
  Record<NetworkFault, { status: number; type?: string; body?: string; retryAfter?: string }>
> = {
  portal: { status: 200, type: 'text/html', body: PORTAL },
  error500: { status: 500, body: '{"title":"INTERNAL_ERROR"}' },
  unavailable503: { status: 503, body: '{"title":"UNAVAILABLE"}', retryAfter: '1' },
  badGateway502: { status: 502, type: 'text/html', body: '<h1>502</h1>' },
  gatewayTimeout504: { status: 504, type: 'text/html', body: '<h1>504</h1>' },
  timeout408: { status: 408, body: '{"title":"TIMEOUT"}' },
  tooEarly425: { status: 425, body: '{"title":"TOO_EARLY"}' },
  tooMany429: { status: 429, body: '{"title":"TOO_MANY_REQUESTS"}', retryAfter: '1' },
  empty200: { status: 200, body: '' },
  unauthorized401: { status: 401, body: '{"title":"UNAUTHORIZED"}' },
};
const SYNTHETIC_RESPONSES_AFTER_FORWARDING: Partial<
  Record<NetworkFault, { status: number; type: string; body: string }>
> = {
  portalAfter: { status: 200, type: 'text/html', body: PORTAL },
  badGatewayAfter: { status: 502, type: 'text/html', body: '<h1>502</h1>' },
};

/**
 * An HTTP proxy on the loopback interface that forwards everything except the requests for which `chooseFault` returns
 * a fault. Each connection serves one request: if a reused connection is cut, Chromium repeats the request by itself,
 * and the app would not notice the fault.
 */
export class FaultProxy {
  readonly url: string;
  /** Called for every request; undefined lets it pass. A promise delays the request until it resolves. */
  chooseFault: (request: ProxiedRequest) => FaultChoice | Promise<FaultChoice> = () => undefined;
  /** The URL of the server, which may change when the server restarts. */
  target: string;
  /** The number of times that each fault was injected. */
  readonly injectedCounts = new Map<NetworkFault, number>();
  private readonly listener: Server;

  private constructor(listener: Server, target: string) {
    this.listener = listener;
    this.target = target;
    const { port } = listener.address() as AddressInfo;
    this.url = `http://localhost:${port}`;
    listener.on('request', (request, response) => void this.handle(request, response));
  }

  static async inFrontOf(target: string): Promise<FaultProxy> {
    const listener = createServer({ keepAliveTimeout: 1000 });
    listener.listen(0, 'localhost');
    await once(listener, 'listening');
    return new FaultProxy(listener, target);
  }

  close(): void {
    this.listener.closeAllConnections();
    this.listener.close();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request).catch(() => undefined);
    if (body === undefined) return;
    const { method = 'GET', url = '/', headers } = request;
    const key = headers['idempotency-key'];
    const fault = await this.chooseFault({
      method,
      path: url,
      key: typeof key === 'string' ? key : undefined,
    });
    if (fault) this.injectedCounts.set(fault, (this.injectedCounts.get(fault) ?? 0) + 1);
    try {
      await this.applyFault(fault, request, body, response);
    } catch {
      // The server is unavailable, which the browser sees as a broken connection.
      response.socket?.destroy();
    }
  }

  private async applyFault(
    fault: NetworkFault | undefined,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const made = fault && SYNTHETIC_RESPONSES[fault];
    if (made) return sendSynthetic(response, made);
    if (fault === 'hang') return;
    if (fault === 'reset') return void response.socket?.destroy();
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));

    const taken = await this.forward(request, body);
    if (fault === 'duplicated') await this.forward(request, body);
    const madeAfter = fault && SYNTHETIC_RESPONSES_AFTER_FORWARDING[fault];
    if (madeAfter) return sendSynthetic(response, madeAfter);
    if (fault === 'hangAfter') return;
    if (fault === 'responseLost') return void response.socket?.destroy();

    response.writeHead(taken.status, taken.headers);
    if (fault !== 'truncated') return void response.end(taken.body);
    response.write(taken.body.subarray(0, taken.body.length / 2), () => response.socket?.destroy());
  }

  private async forward(request: IncomingMessage, body: Buffer): Promise<ForwardedResponse> {
    const { method, headers, url } = request;
    const onward = requestOf(new URL(url ?? '/', this.target), { method, headers, agent: false });
    onward.end(body);
    const [response]: IncomingMessage[] = await once(onward, 'response');
    if (response === undefined) throw new Error('No answer');
    const responseHeaders: OutgoingHttpHeaders = { ...response.headers, connection: 'close' };
    delete responseHeaders['transfer-encoding'];
    delete responseHeaders['keep-alive'];
    return { status: response.statusCode ?? 502, headers: responseHeaders, body: await bodyOf(response) };
  }
}

function sendSynthetic(
  response: ServerResponse,
  made: { status: number; type?: string; body?: string; retryAfter?: string },
): void {
  const { status, type = 'application/json', body = '', retryAfter } = made;
  response.writeHead(status, {
    connection: 'close',
    'content-type': type,
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  });
  response.end(body);
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}
