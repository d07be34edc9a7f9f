import { isServerReachable } from '../../api/health.ts';
import { useApp } from '../../stores/app.ts';

let latestCheck = 0;

/** Asks the server for a sign of life, and tells the whole app what came of it, unless it was asked again since. */
export async function checkHealth(): Promise<boolean> {
  latestCheck += 1;
  const thisCheck = latestCheck;
  const isReachable = await isServerReachable();
  if (thisCheck === latestCheck) useApp.getState().setReachable(isReachable);
  return isReachable;
}
