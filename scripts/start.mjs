const { prepareStart } = await loadPreparation();
await import(await prepareStart());

/** The preparation as the last build compiled it, which saves half a second, or else its TypeScript. */
async function loadPreparation() {
  try {
    return await import(new URL('../dist/server/prepare-start.js', import.meta.url).href);
  } catch {
    // There is no build yet, or one that does not fit the installed packages.
    const { tsImport } = await import('tsx/esm/api');
    return tsImport('./prepare-start.ts', import.meta.url);
  }
}
