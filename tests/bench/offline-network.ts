import { type FaultProxy, NETWORK_FAULTS, type NetworkFault } from '../support/fault-proxy.ts';

/** The share of requests that meet a fault. */
const FAULT_RATE = 0.35;
/** An attempt without a response takes 20 s. It is rarer than other faults, or the bench would take an hour. */
const RARE_FAULTS: readonly NetworkFault[] = ['hang', 'hangAfter'];
const COMMON_WEIGHT = 5;
/** Faults that take too long for the brief bench, which still has one hanging request at a kill. */
const LONG: readonly NetworkFault[] = ['hang', 'hangAfter', 'slow'];
/** A rejected session ends the session, and the customer has to log in again. The plan injects it; see `planNext`. */
const PLANNED_ONLY: readonly NetworkFault[] = ['unauthorized401'];

/** After more failures of one request, the brief bench would wait up to a minute for its next attempt. */
const MOST_FAULTS_PER_KEY = 3;

/** The paths that the app requests while it is used; its own files come from the service worker. */
const CALLS = /^\/(api|hook)\/|^\/(healthz|config\.json)$/;
const CREATE_CALLS = /^\/(api\/orderrequests$|hook\/)/;

/** A random generator that returns the same numbers for the same seed. */
export type Random = () => number;
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The network conditions of the bench. */
export class NetworkConditions {
  private readonly proxy: FaultProxy;
  private readonly random: Random;
  private readonly kinds: readonly NetworkFault[];
  private readonly mostFaultsPerKey: number;
  private readonly faultsByKey = new Map<string, number>();
  private planned: { fault: NetworkFault; isFor: RegExp; done: () => void } | undefined;

  /** @param isBrief leaves out faults that take seconds, and limits the failures of one request */
  constructor(proxy: FaultProxy, random: Random, isBrief: boolean) {
    this.proxy = proxy;
    this.random = random;
    this.mostFaultsPerKey = isBrief ? MOST_FAULTS_PER_KEY : Number.POSITIVE_INFINITY;
    this.kinds = NETWORK_FAULTS.filter(
      (kind) => !PLANNED_ONLY.includes(kind) && !(isBrief && LONG.includes(kind)),
    ).flatMap((kind) => Array.from({ length: RARE_FAULTS.includes(kind) ? 1 : COMMON_WEIGHT }, () => kind));
  }

  passThrough(): void {
    this.proxy.chooseFault = () => undefined;
  }

  injectFaults(): void {
    this.proxy.chooseFault = ({ method, path, key = '' }) => {
      if (!CALLS.test(path)) return undefined;
      const { planned } = this;
      if (planned && method === 'POST' && planned.isFor.test(path)) {
        this.planned = undefined;
        planned.done();
        return planned.fault;
      }
      const faults = this.faultsByKey.get(key) ?? 0;
      if (this.random() >= FAULT_RATE || (key !== '' && faults >= this.mostFaultsPerKey)) return undefined;
      this.faultsByKey.set(key, faults + 1);
      return this.kinds[Math.floor(this.random() * this.kinds.length)];
    };
  }

  /** Blocks every request. */
  disconnect(): void {
    this.proxy.chooseFault = () => 'reset';
  }

  hangAll(): void {
    this.proxy.chooseFault = () => 'hang';
  }

  /** Injects a fault into the next create under fault injection; resolves when it has happened. */
  injectNext(fault: NetworkFault): Promise<void> {
    return new Promise((done) => {
      const isFor = fault === 'unauthorized401' ? /^\/api\/orderrequests$/ : CREATE_CALLS;
      this.planned = { fault, isFor, done };
    });
  }
}
