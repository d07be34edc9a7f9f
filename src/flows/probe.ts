import { serverAnswers } from '../api/sign-of-life.ts';
import { useApp } from '../stores/app.ts';

let newest = 0;

/** Asks the server for a sign of life, and tells the whole app what came of it, unless it was asked again since. */
export async function probe(): Promise<boolean> {
  newest += 1;
  const mine = newest;
  const isReachable = await serverAnswers();
  if (mine === newest) useApp.getState().setReachable(isReachable);
  return isReachable;
}
