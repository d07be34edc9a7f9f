import * as v from 'valibot';
import { parseNext, queryString } from '../../src/api/send-call.ts';
import { OUTBOX_REQUEST_TIMEOUT_MS } from '../../src/api/timing.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import {
  type EndpointName,
  endpoints,
  type Params,
  pathOf,
  type RequestBody,
  type ResponseBody,
} from '../../src/contract/endpoints.ts';
import { Problem } from '../../src/contract/problem.ts';

export type ContractOptions = {
  apiBase: string;
  hookBase: string;
  fetch: typeof fetch;
};

/** One check. Without `problems` the API behaves as the contract describes. */
export type Finding = { call: string; title: string; problems: string[] };

type CallOptions<V extends EndpointName> = {
  title?: string;
  token?: string | undefined;
  params?: Params<V>;
  query?: Record<string, string>;
  body?: RequestBody<V>;
  key?: string;
};
/** A refusal that the contract expects. */
type Refusal = { statuses: readonly number[]; code?: string };

/** Calls an API and records every difference between its responses and the contract. */
export class ContractClient {
  readonly findings: Finding[] = [];
  private readonly options: ContractOptions;

  constructor(options: ContractOptions) {
    this.options = options;
  }

  /** A call that must succeed; returns its parsed response, or undefined if it differs from the contract. */
  async succeed<V extends EndpointName>(
    name: V,
    options: CallOptions<V> = {},
  ): Promise<ResponseBody<V> | undefined> {
    const endpoint: Endpoint = endpoints[name];
    const problems: string[] = [];
    let value: ResponseBody<V> | undefined;
    const response = await this.send(name, options);
    if ('failure' in response) problems.push(response.failure);
    else if (response.status !== endpoint.status && response.status !== 204) {
      problems.push(`has the status ${response.status} and not ${endpoint.status}`);
    }
    if (!('failure' in response) && response.status < 400) {
      const parsed = v.safeParse(endpoints[name].response, response.body);
      if (parsed.success) value = parsed.output as ResponseBody<V>;
      else problems.push(...parsed.issues.map((issue) => describeIssue(issue)));
    }
    this.record(name, options.title ?? 'succeeds', problems);
    return value;
  }

  /**
   * A list of two rows, requested in pages of one. An API without pages ignores `limit` and returns the whole list
   * without a Link header.
   */
  async readPages<V extends EndpointName>(name: V, token: string): Promise<void> {
    const problems: string[] = [];
    const first = await this.send(name, { token, query: { limit: '1' } });
    if ('failure' in first) problems.push(first.failure);
    else if (first.link !== null) {
      const after = parseNext(first.link);
      const second =
        after === undefined ? undefined : await this.send(name, { token, query: { limit: '1', after } });
      if (second === undefined) problems.push('has a Link header without rel="next" and after');
      else if ('failure' in second) problems.push(second.failure);
      else {
        if (rowCount(first.body) !== 1) problems.push('has a Link header but more than one row');
        const end = parseNext(second.link);
        const third =
          end === undefined ? second : await this.send(name, { token, query: { limit: '1', after: end } });
        const isEmpty = 'failure' in third || rowCount(third.body) === 0;
        if (isEmpty || rowCount(second.body) === 0) problems.push('links to a page without rows');
        if (JSON.stringify(first.body) === JSON.stringify(second.body))
          problems.push('repeats the first page');
      }
    } else if (rowCount(first.body) < 2) problems.push('has no Link header to the next page');
    this.record(name, 'returns the whole list, or pages with a Link header', problems);
  }

  /** Whether an API lacks a call that it need not have. */
  async lacks<V extends EndpointName>(name: V, options: CallOptions<V>): Promise<boolean> {
    const response = await this.send(name, options);
    return !('failure' in response) && (response.status === 404 || response.status === 405);
  }

  /** A call that must be refused. */
  async refuse<V extends EndpointName>(
    name: V,
    { statuses, code }: Refusal,
    options: CallOptions<V> & { title: string },
  ): Promise<void> {
    const response = await this.send(name, options);
    const problems: string[] = [];
    if ('failure' in response) problems.push(response.failure);
    else {
      if (!statuses.includes(response.status)) {
        problems.push(`has the status ${response.status} and not ${statuses.join(' or ')}`);
      }
      const parsed = v.safeParse(Problem, response.body);
      if (!parsed.success) problems.push('is not problem JSON');
      else if (code !== undefined && parsed.output.title !== code) {
        problems.push(`has the title ${JSON.stringify(parsed.output.title)} and not "${code}"`);
      }
    }
    this.record(name, options.title, problems);
  }

  record(name: EndpointName, title: string, problems: string[]): void {
    const { method, base, path } = endpoints[name];
    this.findings.push({ call: `${method} ${base === 'api' ? '' : 'hook: '}${path}`, title, problems });
  }

  private async send<V extends EndpointName>(
    name: V,
    { token, params, query = {}, body, key }: CallOptions<V>,
  ): Promise<{ status: number; body: unknown; link: string | null } | { failure: string }> {
    const endpoint: Endpoint = endpoints[name];
    const base = endpoint.base === 'api' ? this.options.apiBase : this.options.hookBase;
    const url = `${base.replace(/\/$/, '')}/${pathOf(endpoint.path, params ?? {})}${queryString(query)}`;
    const headers = new Headers({ accept: 'application/json' });
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    if (key !== undefined) headers.set('idempotency-key', key);
    if (body !== undefined) headers.set('content-type', 'application/json');
    try {
      const response = await this.options.fetch(url, {
        method: endpoint.method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(OUTBOX_REQUEST_TIMEOUT_MS),
      });
      const text = await response.text();
      try {
        const body: unknown = response.status === 204 ? {} : JSON.parse(text);
        return { status: response.status, body, link: response.headers.get('link') };
      } catch {
        return { failure: `has the status ${response.status} and a body that is not JSON` };
      }
    } catch (error) {
      return { failure: `does not arrive: ${describeError(error)}` };
    }
  }
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const { received, expected = 'valid' } = issue;
  const path = v.getDotPath(issue);
  if (path === null) return `is ${received} and not ${expected}`;
  if (received === 'undefined') return `has no ${path}`;
  return `has ${received} as ${path}, and not ${expected}`;
}

/** The error of fetch itself only says "fetch failed", and that of a host with several addresses has only a code. */
function describeError(error: unknown): string {
  const { cause = error } = error instanceof Error ? error : {};
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

function rowCount(body: unknown): number {
  return Array.isArray(body) ? body.length : 0;
}
