import { type FaultProxy, NETWORK_FAULTS, type NetworkFault } from '../support/fault-proxy.ts';

/** How often the network does something else than it should. */
const FAULT_RATE = 0.35;
/** An attempt that nobody answers takes 20 s: such are rarer than the others, or the bench would take an hour. */
const RARE: readonly NetworkFault[] = ['hang', 'hangAfter'];
const COMMON_WEIGHT = 5;
/** What the brief form cannot wait for; at a kill it has one that hangs nevertheless. */
const LONG: readonly NetworkFault[] = ['hang', 'hangAfter', 'slow'];
/** A refused session ends it, and a person has to sign in again: done by plan, see `planNext`. */
const PLANNED_ONLY: readonly NetworkFault[] = ['unauthorized401'];

/** What the app asks a server for while it is used; its own files come from the worker. */
const CALLS = /^\/(api|hook)\/|^\/(healthz|config\.json)$/;
const CREATE_CALLS = /^\/(api\/orderrequests$|hook\/)/;

/** Numbers that are the same for the same seed. */
export type Random = () => number;
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The network of the bench. */
export class NetworkConditions {
  private readonly proxy: FaultProxy;
  private readonly random: Random;
  private readonly kinds: readonly NetworkFault[];
  private planned: { fault: NetworkFault; isFor: RegExp; done: () => void } | undefined;

  /** @param isBrief leaves out what takes seconds */
  constructor(proxy: FaultProxy, random: Random, isBrief: boolean) {
    this.proxy = proxy;
    this.random = random;
    this.kinds = NETWORK_FAULTS.filter(
      (kind) => !PLANNED_ONLY.includes(kind) && !(isBrief && LONG.includes(kind)),
    ).flatMap((kind) => Array.from({ length: RARE.includes(kind) ? 1 : COMMON_WEIGHT }, () => kind));
  }

  passThrough(): void {
    this.proxy.chooseFault = () => undefined;
  }

  injectFaults(): void {
    this.proxy.chooseFault = ({ method, path }) => {
      if (!CALLS.test(path)) return undefined;
      const { planned } = this;
      if (planned && method === 'POST' && planned.isFor.test(path)) {
        this.planned = undefined;
        planned.done();
        return planned.fault;
      }
      return this.random() < FAULT_RATE
        ? this.kinds[Math.floor(this.random() * this.kinds.length)]
        : undefined;
    };
  }

  /** Nothing at all comes through. */
  disconnect(): void {
    this.proxy.chooseFault = () => 'reset';
  }

  hangAll(): void {
    this.proxy.chooseFault = () => 'hang';
  }

  /** In the storm, what the next create meets; resolves when it has. */
  injectNext(fault: NetworkFault): Promise<void> {
    return new Promise((done) => {
      const isFor = fault === 'unauthorized401' ? /^\/api\/orderrequests$/ : CREATE_CALLS;
      this.planned = { fault, isFor, done };
    });
  }
}
