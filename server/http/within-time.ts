/**
 * Ends the wait for work, which goes on by itself. Returns undefined if it takes longer; the timer does not prevent the
 * process from exiting.
 */
export async function withinTime<T>(
  milliseconds: number,
  work: Promise<T>,
): Promise<{ value: T } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined).unref();
  });
  const done = work.then((value) => ({ value }));
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
