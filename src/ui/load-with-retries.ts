const RETRY_MS = 3000;

/** Loads code that the app cannot work without. A first visit may lose its network before the code has arrived. */
export async function loadWithRetries<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.info('The app could not be loaded completely', error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
