import * as v from 'valibot';
import { Config } from './config.ts';
import { CONFIG_MARKER } from './constants.ts';

/** Timers treat longer delays as none. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** A shorter interval would read in a loop. */
const MIN_INTERVAL_MS = 1000;

/**
 * The file itself. The marker tells it from JSON of a captive portal, a proxy or another server. A file with settings
 * that the app cannot work with is refused as a whole, so that the stored configuration stays.
 */
export const ConfigFile = v.pipe(
  v.object({ ...Config.entries, app: v.literal(CONFIG_MARKER) }),
  v.check(({ apiBase, hookBase }) => isBaseUrl(apiBase) && isBaseUrl(hookBase), 'must be http addresses'),
  v.check(
    ({ tracking }) => Object.values(tracking).every((ms) => ms >= MIN_INTERVAL_MS && ms <= MAX_TIMER_MS),
    'must be possible intervals',
  ),
);

/** A base URL is absolute, or relative to the page. */
function isBaseUrl(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url, 'https://send.example').protocol);
  } catch {
    return false;
  }
}
