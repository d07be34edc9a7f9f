import * as v from 'valibot';
import { readStorageInPage } from '../../e2e/support/read-storage.ts';
import type { Engine } from './engine.ts';

const StorageContents = v.object({ text: v.string(), parked: v.array(v.unknown()) });

/** Everything that the browser has stored for the app, as one text. */
export async function readAllStorage(engine: Engine): Promise<string> {
  const { text, parked } = v.parse(
    StorageContents,
    await engine.evaluate(`(${readStorageInPage.toString()})()`),
  );
  return text + JSON.stringify(parked);
}
