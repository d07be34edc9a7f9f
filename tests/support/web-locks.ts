/** Web Locks for Node 20 and happy-dom, which have none: exclusive locks, granted in the order of the requests. */
const tails = new Map<string, Promise<unknown>>();

async function request<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  const before = tails.get(name) ?? Promise.resolve();
  const turn = before.then(work, work);
  tails.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}

if (typeof navigator === 'undefined')
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
if (!navigator.locks) Object.defineProperty(navigator, 'locks', { value: { request } });
