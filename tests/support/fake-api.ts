import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';

const COMMON_PASSWORDS_FILE = '/common-passwords.generated.txt';

export type FakeCall = { verb: string; path: string; body: unknown };
type Reply = { status?: number; body: unknown; headers?: Record<string, string> };
type ReplyTable = Partial<Record<EndpointName, (call: FakeCall) => Reply | Promise<Reply> | 'offline'>>;

/**
 * Answers the calls of the contract from a table, in place of the network, and keeps what was asked. A verb
 * that is not in the table is a failure of transport; reply again by changing the returned script.
 */
export function fakeApi(script: ReplyTable) {
  const calls: FakeCall[] = [];
  const api = {
    calls,
    script,
    /** What the geocoder finds, whatever is asked. */
    places: [] as unknown[],
    callsOf: (verb: EndpointName) => calls.filter((call) => call.verb === verb),
  };
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === '/geocode/search') return Response.json(api.places);
    if (pathname.endsWith(COMMON_PASSWORDS_FILE)) {
      return new Response(readFileSync(`src/use-cases/session${COMMON_PASSWORDS_FILE}`));
    }
    const path = pathname.replace(/^\/(api|hook)\//, '');
    const verb = verbOf(request.method, path);
    const raw = await request.text();
    const call: FakeCall = { verb: verb ?? path, path, body: raw === '' ? undefined : JSON.parse(raw) };
    calls.push(call);
    const answer = verb === undefined ? undefined : script[verb]?.(call);
    const reply = (await Promise.race([aborted(request.signal), answer])) ?? 'offline';
    if (reply === 'offline') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(reply.body), {
      status: reply.status ?? 200,
      headers: { 'content-type': 'application/json', ...reply.headers },
    });
  });
  return api;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** A refusal as the server words it. */
export function problemReply(
  status: number,
  title: string,
  errors: { path: string; message: string }[] = [],
) {
  return { status, body: { title, status, detail: title, ...(errors.length > 0 ? { errors } : {}) } };
}

function verbOf(method: string, path: string): EndpointName | undefined {
  const verbs = Object.keys(endpoints) as EndpointName[];
  return verbs.find((verb) => {
    const endpoint = endpoints[verb];
    const pattern = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return endpoint.method === method && pattern.test(path);
  });
}
