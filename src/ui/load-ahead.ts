let isAhead = false;

/**
 * Starts to load code that may be needed later. If its file is missing on the server, the page does not reload while
 * someone uses it. It reloads once the code is needed, when the file is requested again without this function.
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
