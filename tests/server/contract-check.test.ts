import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createBrowserFetch } from '../../scripts/contract/browser-fetch.ts';
import { checkContract } from '../../scripts/contract/check-contract.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { openPostgres } from '../support/databases.ts';

/** Calls that need an emailed code, a card or a second device. */
const NOT_CHECKED = [
  'recoverPassword',
  'addPaymentMethod',
  'createSetupIntent',
  'chargeSavedCard',
  // Only an operator can accept a guest's request, which then has a payment page.
  'getGuestPayment',
  'createGuestPaymentSession',
  'setDefaultPaymentMethod',
  'removePaymentMethod',
  'endSession',
  'endOtherSessions',
  'setMailUpdates',
  'sendConfirmation',
];

type Change = (request: Request, respond: () => Promise<Response>) => Promise<Response>;

let harness: ApiHarness;
beforeAll(async () => {
  harness = await createApiHarness(await openPostgres(), { RATE_LIMITS: 'off' });
});
afterAll(() => harness.close());

/** Checks our own server. `change` may replace its responses, and the app may have another address. */
async function check(change: Change = (_request, respond) => respond(), origin?: string) {
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    return change(request.clone(), async () => harness.app.fetch(request, {}));
  };
  const findings = await checkContract({
    apiBase: 'http://send.test/api',
    hookBase: 'http://send.test/hook',
    fetch: origin === undefined ? send : createBrowserFetch(origin, send),
  });
  const wrong = findings.filter(({ problems }) => problems.length > 0);
  return {
    findings,
    wrong: wrong.map(({ call, title, problems }) => `${call}: ${title}: ${problems.join(', ')}`),
  };
}

describe('The check of an API against the contract', { timeout: 90_000 }, () => {
  test('finds no error in the reference server and makes every possible call', async () => {
    const { findings, wrong } = await check();
    expect(wrong).toEqual([]);
    const made = new Set(findings.map(({ call }) => call));
    const expected = Object.entries(endpoints).filter(([name]) => !NOT_CHECKED.includes(name));
    expect(
      expected
        .map(([, { method, base, path }]) => `${method} ${base === 'api' ? '' : 'hook: '}${path}`)
        .filter((call) => !made.has(call)),
    ).toEqual([]);
  });

  test('accepts an API without notifications, and says what to configure (PRD-83)', async () => {
    const { findings, wrong } = await check(async (request, respond) =>
      request.url.includes('push')
        ? Response.json({ title: 'NOT_FOUND', status: 404 }, { status: 404 })
        : respond(),
    );
    expect(wrong).toEqual([]);
    expect(findings).toContainEqual({
      call: 'POST push/unsubscribe',
      title: 'is missing: leave push.publicKey empty in /config.json',
      problems: [],
    });
  });

  test('accepts 204 from a call without content', async () => {
    const { wrong } = await check(async (request, respond) => {
      const response = await respond();
      return request.method === 'DELETE' && response.ok ? new Response(null, { status: 204 }) : response;
    });
    expect(wrong).toEqual([]);
  });

  test('finds a missing field, and names it', async () => {
    const { wrong } = await check(async (request, respond) => {
      const response = await respond();
      if (!request.url.endsWith('/orderrequests/estimateprice')) return response;
      const { currency: _currency, ...rest } = await response.json();
      return Response.json({ ...rest, distanceKm: 'far' }, response);
    });
    expect(wrong).toEqual([
      'POST orderrequests/estimateprice: succeeds: has no currency, has "far" as distanceKm, and not number',
    ]);
  });

  test('finds an API that ignores idempotency keys', async () => {
    const { wrong } = await check(async (request, respond) => {
      if (!request.headers.has('idempotency-key')) return respond();
      request.headers.delete('idempotency-key');
      return harness.app.fetch(request, {});
    });
    expect(wrong).toEqual([
      expect.stringContaining('creates a second one: set idempotency.api to false'),
      // A guest's request is found by its key, which such an API does not store.
      expect.stringContaining('guestrequests/{key}: succeeds: has the status 404'),
    ]);
  });

  test('finds wrong statuses, wrong codes, responses that are not JSON, and missing authorization', async () => {
    const { wrong } = await check(async (request, respond) => {
      const response = await respond();
      const { pathname } = new URL(request.url);
      if (pathname === '/api/addresses/send' && request.method === 'POST') {
        return Response.json(await response.json(), { status: 200 });
      }
      if (pathname.endsWith('/tracking')) return new Response('<h1>Not found</h1>', { status: 404 });
      if (pathname === '/api/users' && response.status === 401)
        return Response.json({ name: 'A', email: 'a@b.c' });
      if (pathname === '/api/users/login' && response.status === 401) {
        return Response.json({ title: 'WRONG' }, { status: 401 });
      }
      return response;
    });
    expect(wrong).toEqual([
      'POST users/login: refuses a wrong password: has the title "WRONG" and not "INCORRECT_PASSWORD"',
      'GET users: refuses a call without a token: has the status 200 and not 401',
      'GET users: refuses a forged token: has the status 200 and not 401',
      'POST addresses/send: succeeds: has the status 200 and not 201',
      'POST addresses/send: succeeds a second time: has the status 200 and not 201',
      'GET users: refuses the token of a session that was ended by its id: has the status 200 and not 401',
      'GET users: refuses a token after logging out: has the status 200 and not 401',
      'GET orders/{orderGuid}/tracking: refuses an unknown tracking number: has the status 404 and a body that is not JSON',
    ]);
  });

  test('finds pages that end early, repeat or have no link to the next one, and allows an API without pages (PRD-77)', async () => {
    const pagesOf = async (answer: (url: URL, respond: () => Promise<Response>) => Promise<Response>) => {
      const { wrong } = await check((request, respond) => {
        const url = new URL(request.url);
        const isPage = url.pathname === '/api/addresses/send' && url.searchParams.has('limit');
        return isPage ? answer(url, respond) : respond();
      });
      return wrong;
    };
    const title = 'GET addresses/send: returns the whole list, or pages with a Link header';
    expect(await pagesOf(async (_url, respond) => Response.json(await (await respond()).json()))).toEqual([
      `${title}: has no Link header to the next page`,
    ]);
    const next = { link: '</api/addresses/send?limit=1&after=x>; rel="next"' };
    expect(await pagesOf(async () => Response.json([{ id: 1 }], { headers: next }))).toEqual([
      `${title}: repeats the first page`,
    ]);
    expect(
      await pagesOf(async (url) =>
        Response.json(url.searchParams.has('after') ? [] : [{}, {}], { headers: next }),
      ),
    ).toEqual([`${title}: has a Link header but more than one row, links to a page without rows`]);
    // The app would read on after the last page.
    const rows: Record<string, object[]> = { null: [{ id: 1 }], 1: [{ id: 2 }] };
    const linkAfter = (after: string | null) => ({
      link: `<?limit=1&after=${Number(after) + 1}>; rel="next"`,
    });
    expect(
      await pagesOf(async (url) => {
        const after = url.searchParams.get('after');
        return Response.json(rows[String(after)] ?? [], { headers: linkAfter(after) });
      }),
    ).toEqual([`${title}: links to a page without rows`]);
    expect(await pagesOf(async () => Response.json([{}, {}]))).toEqual([]);
  });

  test('finds missing CORS headers', async () => {
    const CORS = {
      'access-control-allow-origin': 'https://app.test',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
      'access-control-expose-headers': 'Retry-After, Link',
    };
    const checkWith = async (changed: Partial<typeof CORS>, preflightStatus = 204) => {
      const { wrong } = await check(async (request, respond) => {
        const isPreflight = request.method === 'OPTIONS';
        const response = isPreflight ? new Response(null, { status: preflightStatus }) : await respond();
        const headers = new Headers(response.headers);
        for (const [name, value] of Object.entries({ ...CORS, ...changed })) headers.set(name, value);
        return new Response(response.body, { status: response.status, headers });
      }, 'https://app.test');
      return wrong;
    };
    expect(await checkWith({})).toEqual([]);
    expect(await checkWith({ 'access-control-allow-origin': '*' })).toEqual([]);
    expect(await checkWith({ 'access-control-allow-origin': 'https://other.test' })).toContain(
      'POST users/create/send: succeeds: does not arrive: a response with the status 204 has Access-Control-Allow-Origin: https://other.test',
    );
    expect(await checkWith({ 'access-control-allow-headers': '*' })).toContain(
      'GET users: succeeds: does not arrive: Access-Control-Allow-Headers lacks authorization',
    );
    expect(await checkWith({ 'access-control-allow-methods': 'GET, POST, PUT' })).toContain(
      'DELETE addresses/send/{id}: succeeds: does not arrive: Access-Control-Allow-Methods does not contain DELETE',
    );
    expect(await checkWith({ 'access-control-expose-headers': 'Retry-After' })).toContain(
      'GET addresses/send: returns the whole list, or pages with a Link header: does not arrive: Access-Control-Expose-Headers lacks link',
    );
    expect(await checkWith({}, 404)).toContain(
      'POST users/create/send: succeeds: does not arrive: the preflight request OPTIONS gets the status 404',
    );
  });

  test('says why the API does not respond', async () => {
    const { wrong } = await check(async () => {
      throw new TypeError('fetch failed', { cause: new Error('self-signed certificate') });
    });
    expect(wrong[0]).toBe('POST users/create/send: succeeds: does not arrive: self-signed certificate');
  });

  test('ends when an API does not respond', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort('too late'));
    const { wrong } = await check(async ({ signal }, respond) => {
      signal.throwIfAborted();
      return respond();
    }).finally(() => limit.mockRestore());
    expect(wrong[0]).toBe('POST users/create/send: succeeds: does not arrive: too late');
  });

  test('rejects an address without http:// with a sentence', () => {
    const args = ['--base', 'localhost:8080/api', '--hook', 'hook'];
    const { status, stderr } = spawnSync('npx', ['tsx', 'scripts/contract/run.ts', ...args], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('--base must begin with http://')]);
    expect(stderr).toContain('--hook must begin with http://');
  });
});
