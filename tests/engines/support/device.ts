import * as v from 'valibot';
import { scan } from '../../e2e/support/storage.ts';
import type { Engine } from './engine.ts';

const Kept = v.object({ text: v.string(), parked: v.array(v.unknown()) });

/** All that the browser has kept of the app, wherever, in one text. */
export async function everythingKept(engine: Engine): Promise<string> {
  const { text, parked } = v.parse(Kept, await engine.evaluate(`(${scan.toString()})()`));
  return text + JSON.stringify(parked);
}

/** How long the most patient entry of the outbox waits after its last attempt. */
export async function longestWaitMs(engine: Engine): Promise<number> {
  const { parked } = v.parse(Kept, await engine.evaluate(`(${scan.toString()})()`));
  const waits = v.parse(v.array(v.object({ waitMs: v.number() })), parked);
  return Math.max(0, ...waits.map(({ waitMs }) => waitMs));
}
