import * as v from 'valibot';
import { stablePointExpression } from './stable-point.ts';

const Point = v.object({ x: v.number(), y: v.number() });
type Evaluate = (expression: string) => Promise<unknown>;

/** Clicks an element. If the element has moved and the click missed it, this tries again, as a user would. */
export async function clickElement(
  expression: string,
  evaluate: Evaluate,
  pressAt: (x: number, y: number) => Promise<void>,
): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { x, y } = v.parse(Point, await evaluate(stablePointExpression(expression)));
    await evaluate(`(${trackHit.toString()})(${expression})`);
    await pressAt(x, y);
    // If the click led to another page, `isMissed` is undefined there.
    if ((await evaluate('globalThis.isMissed ?? false')) === false) return;
  }
  throw new Error(`Missed five times: ${expression}`);
}

function trackHit(element: Element | null): void {
  Object.assign(globalThis, { isMissed: true });
  const hit = () => Object.assign(globalThis, { isMissed: false });
  element?.addEventListener('click', hit, { capture: true, once: true });
}
