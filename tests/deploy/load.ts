import { apiAt, callEndpoint } from '../support/call-endpoint.ts';
import { PARCEL } from './customer.ts';

const CLIENTS = 6;
/** This pace stays under the limit of price estimates for one client. */
const ESTIMATE_INTERVAL_MS = 700;

export type Load = { stop(): Promise<{ requests: number; failures: string[] }> };

/** Reads and writes through the proxy until it is stopped, and counts what fails. */
export function startLoad(url: string, token: string): Load {
  let requests = 0;
  let isStopped = false;
  const failures: string[] = [];
  const attempt = async (work: () => Promise<unknown>) => {
    requests += 1;
    await work().catch((error) => failures.push(String(error)));
  };
  const reader = async () => {
    while (!isStopped) await attempt(() => callEndpoint(apiAt(url), 'getUser', { token }));
  };
  const writer = async () => {
    while (!isStopped) {
      await attempt(() => callEndpoint(apiAt(url), 'estimatePrice', { body: PARCEL }));
      await new Promise((resolve) => setTimeout(resolve, ESTIMATE_INTERVAL_MS));
    }
  };
  const clients = [...Array.from({ length: CLIENTS }, reader), writer()];
  return {
    async stop() {
      isStopped = true;
      await Promise.all(clients);
      return { requests, failures };
    },
  };
}
