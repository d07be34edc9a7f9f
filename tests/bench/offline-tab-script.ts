import { build } from 'vite';

/** Bundles the script that runs in the tabs from the app's own modules. */
export async function buildTabScript(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: 'tests/bench/offline-tab.ts', formats: ['iife'], name: 'sendBenchTab' },
    },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const code = outputs.flatMap((output) => (output.type === 'chunk' ? output.code : []));
  return code.join('\n');
}
