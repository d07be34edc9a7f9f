import { serverAnswers } from '../api/sign-of-life.ts';
import { useApp } from '../stores/app.ts';

/** Asks the server for a sign of life, and tells the whole app what came of it. */
export async function probe(): Promise<boolean> {
  const isReachable = await serverAnswers();
  useApp.getState().setReachable(isReachable);
  return isReachable;
}
