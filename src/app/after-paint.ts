import { townsComeFrom } from '../flows/known-towns.ts';
import { startOutbox } from '../flows/outbox.ts';
import { recordForThoseWhoAgreed } from '../flows/session-recording.ts';
import { watchConnectivity } from '../pwa/connectivity.ts';
import { registerWorker } from '../pwa/register.ts';
import { noteScrollbars } from './scrollbars.ts';

/** What may wait until the person sees the page: the outbox, the network's watch, the worker. */
export function settle(): void {
  startOutbox();
  recordForThoseWhoAgreed();
  townsComeFrom(async () => (await import('../map/region/load.ts')).loadRegion());
  watchConnectivity();
  void registerWorker();
  noteScrollbars();
}
