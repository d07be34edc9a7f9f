import { INSTALLED_MAPS_AFTER_MS } from '../contract/constants.ts';
import { keepSafeFromTheFirstDraft } from '../flows/device-storage.ts';
import { townsComeFrom } from '../flows/known-towns.ts';
import { startOutbox } from '../flows/outbox.ts';
import { recordForThoseWhoAgreed } from '../flows/session-recording.ts';
import { watchConnectivity } from '../pwa/connectivity.ts';
import { registerWorker } from '../pwa/register.ts';
import { shareDrafts } from '../stores/drafts.ts';
import { noteScrollbars } from './scrollbars.ts';

/** What may wait until the person sees the page: the outbox, the network's watch, the worker. */
export function settle(): void {
  startOutbox();
  shareDrafts();
  keepSafeFromTheFirstDraft();
  recordForThoseWhoAgreed();
  townsComeFrom(async () => (await import('../map/kept-map.ts')).readKeptRegion());
  watchConnectivity();
  void registerWorker();
  noteScrollbars();
  if (matchMedia('(display-mode: standalone)').matches) setTimeout(keepMaps, INSTALLED_MAPS_AFTER_MS);
}

/** What cannot be fetched now comes with the first map, or at the next start. */
function keepMaps(): void {
  import('../map/kept-map.ts').then((map) => map.keepMaps()).catch(() => undefined);
}
