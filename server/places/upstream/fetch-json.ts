import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { addAbortSignal } from 'node:stream';
import { parseRetryAfter } from '../../../src/contract/retry-after.ts';

/** An upstream's response cannot be used. */
export class UpstreamError extends Error {
  /** The upstream's Retry-After in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether it rejected our query, which says nothing about its health. */
  readonly isClientError: boolean;

  constructor(message: string, options: { retryAfterMs?: number | undefined; isRefusal?: boolean } = {}) {
    super(message);
    this.name = 'UpstreamError';
    this.retryAfterMs = options.retryAfterMs;
    this.isClientError = options.isRefusal ?? false;
  }
}

const MAX_BYTES = 8_000_000;
/** Statuses that mean that the query is invalid, and not that the upstream is overloaded or blocks us. */
const CLIENT_ERROR_STATUSES = new Set([400, 404, 414, 422]);

/**
 * Opens a connection for a request. Nothing is sent yet, so that a slow connection does not delay the sending.
 * @throws UpstreamError if there is no connection within `timeoutMs`
 */
export async function openRequest(
  url: URL,
  headers: Record<string, string>,
  timeoutMs: number,
  now: () => Date,
) {
  const isSecure = url.protocol === 'https:';
  const outgoing = (isSecure ? https : http).request(url, {
    headers: { accept: 'application/json', ...headers },
    agent: false,
  });
  // An error while the request waits for its turn is noticed when it is sent.
  outgoing.on('error', () => {});

  async function inTime<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await act(signal);
    } catch (error) {
      outgoing.destroy();
      if (error instanceof UpstreamError) throw error;
      if (error instanceof SyntaxError) throw new UpstreamError('the response is not JSON');
      throw new UpstreamError(signal.aborted ? 'no response in time' : 'no connection');
    }
  }

  await inTime(async (signal) => {
    await once(outgoing, 'socket', { signal });
    if (outgoing.socket === null) throw new UpstreamError('no connection');
    await once(outgoing.socket, isSecure ? 'secureConnect' : 'connect', { signal });
  });

  return {
    /**
     * Sends the request.
     * @throws UpstreamError if there is no JSON in time: no response, an error, HTML, more than 8 MB, a redirect
     */
    fetchJson: (): Promise<unknown> =>
      inTime(async (signal) => {
        if (outgoing.destroyed) throw new UpstreamError('no connection');
        outgoing.end();
        const [response]: IncomingMessage[] = await once(outgoing, 'response', { signal });
        if (response === undefined) throw new UpstreamError('no connection');
        const { statusCode: status = 0, headers } = response;
        if (status < 200 || status >= 300) {
          throw new UpstreamError(`status ${status}`, {
            retryAfterMs: parseRetryAfter(headers['retry-after'], now().getTime()),
            isRefusal: CLIENT_ERROR_STATUSES.has(status),
          });
        }
        return JSON.parse(await readLimitedText(addAbortSignal(signal, response)));
      }),
    close: () => void outgoing.destroy(),
  };
}

async function readLimitedText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    // Leaving the loop early closes the connection.
    if (bytes > MAX_BYTES) throw new UpstreamError('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
