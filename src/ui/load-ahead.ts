let isAhead = false;

/**
 * Starts to load code that may be needed later. If its file is missing on the server, the page does not reload under the
 * hands of the person. It does so once the code is needed, when it is requested again without this function.
 */
export function loadAhead<Module>(load: () => Promise<Module>): Promise<Module> {
  isAhead = true;
  try {
    return load();
  } finally {
    isAhead = false;
  }
}

/** Whether the dynamic import that starts now was started by `loadAhead`. */
export const isLoadingAhead = (): boolean => isAhead;
