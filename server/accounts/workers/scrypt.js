import { scryptSync } from 'node:crypto';
import { setPriority } from 'node:os';

/** Derives a key on this worker thread. It is JavaScript because Node starts it without a loader or a bundler. */
export default function derive({ password, salt, length, cost, niceness }) {
  // On Linux this lowers the priority of this thread alone, elsewhere that of the whole process. Requests that
  // need no hash are then served first, even where all cores are busy.
  if (process.platform === 'linux' && niceness > 0) setPriority(niceness);
  return scryptSync(password, salt, length, cost);
}
