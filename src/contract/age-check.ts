/** Two readings of the clock must agree that something is too old. They are at least this far apart. */
const AGE_CHECK_MS = 24 * 3600_000;

/**
 * Checks an age with two readings of the clock at least a day apart, because a device may start once with a wrong date.
 * @param isOld what the clock says now
 * @param seenOldAt what the last check returned; milliseconds since 1970
 * @returns what to store for the next check: when the clock first said so. `tooOld` if both readings say so
 */
export function checkAge(
  isOld: boolean,
  seenOldAt: number | undefined,
  now: number,
): number | undefined | 'tooOld' {
  if (!isOld) return undefined;
  if (seenOldAt === undefined || now < seenOldAt) return now;
  return now - seenOldAt < AGE_CHECK_MS ? seenOldAt : 'tooOld';
}
