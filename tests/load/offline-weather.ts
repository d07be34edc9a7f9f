import { FAULTS, type Fault, type FaultProxy } from '../support/fault-proxy.ts';

/** How often the network does something else than it should. */
const SHARE = 0.35;
/** An attempt that nobody answers takes 20 s: such are rarer than the others, or the bench would take an hour. */
const RARE: readonly Fault[] = ['hang', 'hangAfter'];
const RARENESS = 5;
/** What the brief form cannot wait for; at a kill it has one that hangs nevertheless. */
const LONG: readonly Fault[] = ['hang', 'hangAfter', 'slow'];
/** A refused session ends it, and a person has to sign in again: done by plan, see `planNext`. */
const BY_PLAN: readonly Fault[] = ['unauthorized401'];

/** What the app asks a server for while it is used; its own files come from the worker. */
const CALLS = /^\/(api|hook)\/|^\/(healthz|config\.json)$/;
const CREATES = /^\/(api\/orderrequests$|hook\/)/;

/** Numbers that are the same for the same seed. */
export type Random = () => number;
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The network of the bench. */
export class Weather {
  private readonly proxy: FaultProxy;
  private readonly random: Random;
  private readonly kinds: readonly Fault[];
  private planned: { fault: Fault; isFor: RegExp; done: () => void } | undefined;

  /** @param isBrief leaves out what takes seconds */
  constructor(proxy: FaultProxy, random: Random, isBrief: boolean) {
    this.proxy = proxy;
    this.random = random;
    this.kinds = FAULTS.filter(
      (kind) => !BY_PLAN.includes(kind) && !(isBrief && LONG.includes(kind)),
    ).flatMap((kind) => Array.from({ length: RARE.includes(kind) ? 1 : RARENESS }, () => kind));
  }

  calm(): void {
    this.proxy.decide = () => undefined;
  }

  storm(): void {
    this.proxy.decide = ({ method, path }) => {
      if (!CALLS.test(path)) return undefined;
      const { planned } = this;
      if (planned && method === 'POST' && planned.isFor.test(path)) {
        this.planned = undefined;
        planned.done();
        return planned.fault;
      }
      return this.random() < SHARE ? this.kinds[Math.floor(this.random() * this.kinds.length)] : undefined;
    };
  }

  /** Nothing at all comes through. */
  pull(): void {
    this.proxy.decide = () => 'reset';
  }

  hang(): void {
    this.proxy.decide = () => 'hang';
  }

  /** In the storm, what the next create meets; resolves when it has. */
  planNext(fault: Fault): Promise<void> {
    return new Promise((done) => {
      const isFor = fault === 'unauthorized401' ? /^\/api\/orderrequests$/ : CREATES;
      this.planned = { fault, isFor, done };
    });
  }
}
