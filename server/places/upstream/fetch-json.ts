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
 * Fetches JSON within `timeoutMs` in total.
 * @throws UpstreamError for anything else: no response, an error, HTML, more than 8 MB, a redirect
 */
export async function fetchJson(
  url: URL,
  headers: Record<string, string>,
  timeoutMs: number,
  now: () => Date,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    const text = response.ok ? await readLimitedText(response) : await discardBody(response);
    if (!response.ok) {
      throw new UpstreamError(`status ${response.status}`, {
        retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), now()),
        isRefusal: CLIENT_ERROR_STATUSES.has(response.status),
      });
    }
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    if (error instanceof SyntaxError) throw new UpstreamError('the response is not JSON');
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    throw new UpstreamError(isTimeout ? 'no response in time' : 'no connection');
  }
}

async function readLimitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop early closes the connection.
    if (bytes > MAX_BYTES) throw new UpstreamError('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function discardBody(response: Response): Promise<string> {
  await response.body?.cancel();
  return '';
}

/** Parses Retry-After, which is a number of seconds or a date. */
function parseRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
