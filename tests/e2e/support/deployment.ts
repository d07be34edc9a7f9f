import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as requestOf,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Text that only the pages of the newer build contain. */
export const NEWER_BUILD_MARKER = '<meta name="build" content="newer">';

/**
 * A server on which a newer build can be deployed under open tabs. Its page differs, and therefore its service worker.
 * The assets of the previous build stay, except those that a test removes.
 */
export class Deployment {
  readonly url: string;
  /** Files that the server no longer has, as after two deployments. */
  isMissing: (path: string) => boolean = () => false;
  /** The requested paths, in order. */
  readonly requestedPaths: string[] = [];
  private isNewer = false;
  private readonly listener: Server;

  private constructor(listener: Server, target: string) {
    this.listener = listener;
    const { port } = listener.address() as AddressInfo;
    this.url = `http://localhost:${port}`;
    listener.on('request', (request, response) => {
      this.handle(target, request, response).catch(() => response.socket?.destroy());
    });
  }

  private async handle(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.url).pathname;
    this.requestedPaths.push(path);
    if (this.isMissing(path)) return void response.writeHead(404).end('{"title":"NOT_FOUND","status":404}');
    const { upstreamResponse, body } = await forward(target, request);
    const isOurs = path === '/sw.js' || path.endsWith('.html');
    const sent = this.isNewer && isOurs ? withNewerPages(path, body.toString()) : body;
    response.writeHead(upstreamResponse.statusCode ?? 502, {
      ...upstreamResponse.headers,
      'content-length': Buffer.byteLength(sent),
      connection: 'close',
    });
    response.end(sent);
  }

  static async inFrontOf(target: string): Promise<Deployment> {
    const listener = createServer();
    listener.listen(0, 'localhost');
    await once(listener, 'listening');
    return new Deployment(listener, target);
  }

  deploy(): void {
    this.isNewer = true;
  }

  close(): void {
    this.listener.closeAllConnections();
    this.listener.close();
  }
}

/** The same build with other pages, which have other revisions in the worker's list. */
function withNewerPages(path: string, text: string): string {
  if (path.endsWith('.html')) return text.replace('<head>', `<head>${NEWER_BUILD_MARKER}`);
  const listed = /(?<="revision":")\w+(?=","url":"[\w/-]+\.html")/g;
  if (!listed.test(text)) throw new Error('The worker does not list the pages');
  return text.replace(listed, createHash('md5').update(NEWER_BUILD_MARKER).digest('hex'));
}

async function forward(
  target: string,
  request: IncomingMessage,
): Promise<{ upstreamResponse: IncomingMessage; body: Buffer }> {
  // Compressed and 304 responses are avoided, because the response may be rewritten.
  const { 'accept-encoding': _encoding, 'if-none-match': _match, ...headers } = request.headers;
  const onward = requestOf(new URL(request.url ?? '/', target), {
    method: request.method,
    headers,
    agent: false,
  });
  request.pipe(onward);
  const [upstreamResponse]: [IncomingMessage] = (await once(onward, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of upstreamResponse) chunks.push(chunk);
  delete upstreamResponse.headers['transfer-encoding'];
  return { upstreamResponse, body: Buffer.concat(chunks) };
}
