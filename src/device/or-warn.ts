/**
 * Runs a step that must not stop the ones after it, because the storage of a device may be full or blocked. A failure
 * is logged, and the result is then undefined.
 */
export async function orWarn<T>(message: string, step: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    console.warn(message, error);
    return undefined;
  }
}

/** The result of a read, or the fallback if it throws: local storage may be blocked, and a record damaged. */
export function readOr<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
