import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { aptInstall, canUseApt } from './apt.ts';

export type Browser = {
  path: string;
  origin: 'CHROME' | 'installed' | 'npm' | 'apt';
  /** Environment variables that the browser needs in addition to those of this process. */
  env: Record<string, string>;
};

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** The arguments of every test browser: root has no sandbox, and the browser must make no requests of its own. */
export const BROWSER_ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-dev-shm-usage'];

/**
 * Finds a Chromium: the one that `CHROME` names, the one inside npm's @sparticuz/chromium, an installed one, or
 * Debian's, which root may install. The one from npm has the same version on every machine, so that a test has the same
 * result everywhere. With `SEND_TEST_BROWSER=installed` an installed one is preferred.
 */
export function findBrowser(): Browser {
  const named = process.env.CHROME;
  if (named) return { path: named, origin: 'CHROME', env: {} };

  const installed = installedBrowser();
  if (installed && process.env.SEND_TEST_BROWSER === 'installed')
    return { path: installed, origin: 'installed', env: {} };

  const npm = npmBrowser();
  if (npm) return npm;
  if (installed) return { path: installed, origin: 'installed', env: {} };

  if (canUseApt()) {
    aptInstall('chromium');
    const path = installedBrowser();
    if (path) return { path, origin: 'apt', env: {} };
  }
  throw new Error('No Chromium found: name one in the environment variable CHROME.');
}

function installedBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** npm's browser is compressed, and contains the libraries and the font that a minimal machine lacks. */
function npmBrowser(): Browser | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if (!existsSync('node_modules/@sparticuz/chromium')) return undefined;
  const folder = resolve('node_modules/.cache/chromium');
  if (!existsSync(folder)) unpack(folder);

  const path = join(folder, 'chromium');
  const choices: Record<string, string>[] = [{}, { LD_LIBRARY_PATH: join(folder, 'al2023/lib') }];
  for (const choice of choices) {
    const env = { ...choice, ...ownFonts(folder) };
    if (starts(path, env)) return { path, origin: 'npm', env };
  }
  return undefined;
}

/** The browser is unpacked into a temporary directory and then renamed, so that an incomplete copy is never used. */
function unpack(folder: string): void {
  mkdirSync(resolve('node_modules/.cache'), { recursive: true });
  const beside = mkdtempSync(`${folder}-`);
  // The package unpacks into the temporary folder, and unpacks its libraries only if it detects AWS Lambda.
  const env = { ...process.env, TMPDIR: beside, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  const script = "import('@sparticuz/chromium').then((module) => module.default.executablePath())";
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, stdio: 'inherit' });
  try {
    renameSync(beside, folder);
  } catch (error) {
    // Another process was faster, and its copy is identical.
    rmSync(beside, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function starts(path: string, env: Record<string, string>): boolean {
  // This also fails if a shared library is missing.
  const result = spawnSync(path, ['--version'], { env: { ...process.env, ...env }, timeout: 30_000 });
  return result.status === 0;
}

/** Without any font the browser would draw empty boxes. */
function ownFonts(folder: string): Record<string, string> {
  const installed = ['/usr/share/fonts', '/usr/local/share/fonts'].filter((path) => existsSync(path));
  if (installed.some((path) => readdirSync(path).length > 0)) return {};
  const config = `<?xml version="1.0"?><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`;
  writeFileSync(join(folder, 'fonts/fonts.conf'), config);
  return { FONTCONFIG_PATH: join(folder, 'fonts') };
}
