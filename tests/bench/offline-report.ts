import type { NetworkFault } from '../support/fault-proxy.ts';
import { ms, seconds } from './format-duration.ts';
import type { FaultRun } from './offline-fault-injection.ts';
import type { Outage } from './offline-outage.ts';
import type { BenchRequest } from './offline-tab.ts';
import type { Tracking } from './offline-tracking.ts';

export type Results = {
  seed: number;
  requests: BenchRequest[];
  /** The drop-offs of all orders of the server, once per order. */
  ordered: string[];
  /** Milliseconds from the submission until the request is on disk. */
  written: number[];
  faults: ReadonlyMap<NetworkFault, number>;
  tracking: Tracking;
  faultRun: FaultRun;
  outage: Outage;
};

/** Of the requests that the app has reported as saved: those that were lost and those that were ordered twice. */
export function countLosses({ requests, ordered }: Results): { lost: number; duplicated: number } {
  const times = new Map<string, number>();
  for (const dropOff of ordered) times.set(dropOff, (times.get(dropOff) ?? 0) + 1);
  const made = requests.map(({ dropOff }) => times.get(dropOff) ?? 0);
  return {
    lost: made.filter((each) => each === 0).length,
    duplicated: made.reduce((sum, each) => sum + Math.max(0, each - 1), 0),
  };
}

export function printReport(results: Results): void {
  const { requests, written, faults, tracking, faultRun, outage, seed } = results;
  const { lost, duplicated } = countLosses(results);
  const kinds = [...faults].sort(([, a], [, b]) => b - a).map(([kind, times]) => `${kind} ${times}`);
  const all = [...faults.values()].reduce((sum, times) => sum + times, 0);
  const warm = percentile(tracking.warm, 0.5);
  const hanging = percentile(tracking.hanging, 0.5);
  printLine(
    'requests',
    `${requests.length} from 4 tabs, ${outage.taps.length} of them with the wizard (seed ${seed})`,
  );
  const { browser, server, session } = faultRun.disruptions;
  printLine('killed', `browser ${browser} times, server ${server} times`);
  printLine('logged in again', `${session} times, after a rejected session`);
  printLine('faults', `${all} of ${faults.size} kinds: ${kinds.join(', ')}`);
  printLine('drained', `${outage.requests.length} in ${seconds(outage.drainMs)} after the network was back`);
  printLine(
    'tap to "saved"',
    `p50 ${ms(percentile(outage.taps, 0.5))}, p95 ${ms(percentile(outage.taps, 0.95))}`,
  );
  printLine('on disk after', `p50 ${ms(percentile(written, 0.5))}, p95 ${ms(percentile(written, 0.95))}`);
  printLine('tracking, warm', `${ms(warm)} (median of ${tracking.warm.length})`);
  printLine('tracking, hanging', `${ms(hanging)}, ${(hanging / warm).toFixed(2)} times`);
  if (faultRun.remaining.waiting > 0) printLine('still waiting', JSON.stringify(faultRun.remaining));
  printLine('lost', String(lost));
  printLine('duplicated', String(duplicated));
}

function printLine(what: string, figure: string): void {
  console.info(`${what.padEnd(20)}${figure}`);
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
