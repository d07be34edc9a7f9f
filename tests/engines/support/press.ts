import * as v from 'valibot';
import { restingPoint } from './resting-point.ts';

const Point = v.object({ x: v.number(), y: v.number() });
type Evaluate = (expression: string) => Promise<unknown>;

/** Presses as a hand would, which sees when it has missed what moved meanwhile, and tries again. */
export async function press(
  expression: string,
  evaluate: Evaluate,
  pressAt: (x: number, y: number) => Promise<void>,
): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { x, y } = v.parse(Point, await evaluate(restingPoint(expression)));
    await evaluate(`(${arm.toString()})(${expression})`);
    await pressAt(x, y);
    // A page that is gone was left by the press.
    if ((await evaluate('globalThis.isMissed ?? false')) === false) return;
  }
  throw new Error(`Missed five times: ${expression}`);
}

function arm(element: Element | null): void {
  Object.assign(globalThis, { isMissed: true });
  const hit = () => Object.assign(globalThis, { isMissed: false });
  element?.addEventListener('click', hit, { capture: true, once: true });
}
