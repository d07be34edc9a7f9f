import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LoggedInUser } from '../../src/contract/user.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { seconds } from './format-duration.ts';
import { type Device, TABS } from './offline-device.ts';
import type { NetworkConditions, Random } from './offline-network.ts';
import { type BenchServer, PASSWORD } from './offline-server.ts';
import type { BenchRequest, QueueState } from './offline-tab.ts';

export type BenchContext = {
  server: BenchServer;
  proxy: FaultProxy;
  network: NetworkConditions;
  device: Device;
  user: LoggedInUser;
  random: Random;
};
/** A disruption beside the network faults. A rejected session ends the session, and the customer logs in again. */
export type Disruption = 'browser' | 'server' | 'session';
export type FaultRun = {
  requests: BenchRequest[];
  disruptions: Record<Disruption, number>;
  /** Milliseconds from the first submission until nothing waits. */
  durationMs: number;
  /** What still waited when the bench stopped. */
  remaining: QueueState;
};

const MAX_BATCH = 6;
/** Two in five requests are a guest's. The operator's list shows at most 500 of those. */
const GUESTS = 0.4;
const POLL_INTERVAL_MS = 200;
/** When everything is submitted, Retry is pressed at this interval, because the longest back-off is a minute. */
const RETRY_MS = 2000;
/** The bench stops when nothing was sent for this long, which is more than any back-off. */
const STALL_TIMEOUT_MS = 180_000;
const SERVER_DOWNTIME_MS = 700;

/**
 * Submits from all tabs under network faults, spreads disruptions over the run, and waits until everything is sent.
 * @param mostWaiting submissions pause while more than this many requests wait
 */
export async function runUnderFaults(
  context: BenchContext,
  count: number,
  plan: readonly Disruption[],
  mostWaiting: number,
): Promise<FaultRun> {
  const { device, network, random } = context;
  const requests = Array.from({ length: count }, (_, index) => newRequest(index, random() < GUESTS));
  const disruptions = { browser: 0, server: 0, session: 0 };
  const started = performance.now();
  network.injectFaults();
  let isSubmitted = false;
  const shares = distributeOverTabs(requests).map((share, tab) =>
    submitFrom(context, tab, share, mostWaiting),
  );
  const submitting = Promise.all(shares).then(() => {
    isSubmitted = true;
  });
  let disruptionCount = 0;
  let retried = started;
  let last = { sent: 0, at: started };
  for (;;) {
    const left = await device.inTab(0, (page) => page.evaluate(() => sendBench.standing()));
    const sent = device.saved.size - left.waiting;
    const now = performance.now();
    if (sent !== last.sent) last = { sent, at: now };
    const isOver = isSubmitted && left.waiting === 0;
    const disruption = plan[disruptionCount];
    if ((isOver && disruption === undefined) || now - last.at > STALL_TIMEOUT_MS) {
      await submitting;
      return { requests, disruptions, durationMs: now - started, remaining: left };
    }
    if (!left.isLoggedIn) {
      await logIn(context);
      disruptions.session += 1;
    } else if (
      disruption !== undefined &&
      (isOver || sent > ((disruptionCount + 0.5) / plan.length) * count)
    ) {
      console.info(`${seconds(now - started)}: ${sent} sent, ${left.waiting} wait; ${disruption}`);
      await causeDisruption(context, disruption);
      if (disruption !== 'session') disruptions[disruption] += 1;
      disruptionCount += 1;
    } else if (isSubmitted && now - retried > RETRY_MS) {
      await device.inTab(0, (page) => page.evaluate(() => sendBench.retry()));
      retried = now;
    } else await pause(POLL_INTERVAL_MS);
  }
}

/** Divides a list among the tabs. */
export function distributeOverTabs<T>(list: readonly T[]): T[][] {
  return Array.from({ length: TABS }, (_, tab) => list.filter((_, index) => index % TABS === tab));
}

export function newRequest(index: number, isGuests: boolean): BenchRequest {
  const key = randomUUID();
  return { key, isGuests, pickUp: '5 Parnell Square, Dublin', dropOff: `${index} Strand Road, ${key}` };
}

/** Submits one request after the other in a tab. A request that was not saved because of a kill is submitted again. */
async function submitFrom(
  { device, random }: BenchContext,
  tab: number,
  requests: readonly BenchRequest[],
  mostWaiting: number,
): Promise<void> {
  for (;;) {
    const unsaved = requests.filter(({ key }) => !device.saved.has(key));
    if (unsaved.length === 0) return;
    const batch = unsaved.slice(0, 1 + Math.floor(random() * MAX_BATCH));
    const { waiting, isLoggedIn } = await device.inTab(tab, (page) =>
      page.evaluate(() => sendBench.standing()),
    );
    if (waiting > mostWaiting || !isLoggedIn) await pause(POLL_INTERVAL_MS);
    else await device.inTab(tab, (page) => page.evaluate((list) => sendBench.submit(list), batch));
  }
}

async function causeDisruption(context: BenchContext, disruption: Disruption): Promise<void> {
  const { device, server, proxy, network, random } = context;
  if (disruption === 'session') {
    void network.injectNext('unauthorized401');
  } else if (disruption === 'browser') {
    // Every other time at the worst moment: the server has the request, and its response never arrives.
    if (random() < 0.5) await Promise.race([network.injectNext('hangAfter'), pause(5000)]);
    await device.killAndReopen();
  } else {
    await server.kill();
    await pause(SERVER_DOWNTIME_MS);
    await server.start();
    proxy.target = server.url;
  }
}

/** Logs in again with the form after a rejected session, without network faults for a moment. */
async function logIn({ device, user, network }: BenchContext): Promise<void> {
  network.passThrough();
  const page = await device.newTab('/auth/login');
  const email = page.getByLabel('Email');
  const account = page.getByRole('link', { name: `Account, ${user.name}` });
  await email.or(account).first().waitFor();
  if (await email.isVisible()) {
    await email.fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await account.waitFor();
  }
  await page.close();
  network.injectFaults();
}
