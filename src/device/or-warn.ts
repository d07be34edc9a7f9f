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
