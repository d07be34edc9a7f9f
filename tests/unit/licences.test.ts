import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Lock = { packages: Record<string, { dev?: boolean; version?: string; license?: string }> };

/** Licences that allow anybody to run and change the product without conditions other than naming the authors. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
];
/** The specification demands react-leaflet; the README names its licence. */
const EXCEPTIONS: Record<string, string> = {
  'react-leaflet': 'Hippocratic-2.1',
  '@react-leaflet/core': 'Hippocratic-2.1',
};

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const shipped = Object.entries(lock.packages)
  .filter(([folder, { dev }]) => folder !== '' && dev !== true)
  .map(([folder, { license }]) => ({
    folder,
    name: folder.replace(/^.*node_modules\//, ''),
    license: license ?? 'none',
  }));

test('every package that ships has a licence of the allow-list or is a listed exception (SEC-10)', () => {
  expect(shipped.length).toBeGreaterThan(100);
  const others = shipped.filter(
    ({ name, license }) => !ALLOWED.includes(license) && EXCEPTIONS[name] !== license,
  );
  expect(others).toEqual([]);
});

test('every listed exception is needed (SEC-10)', () => {
  const names = shipped.map(({ name }) => name);
  expect(Object.keys(EXCEPTIONS).filter((name) => !names.includes(name))).toEqual([]);
});

test('the versions of all dependencies are exact (SEC-10)', () => {
  const manifest: Record<string, Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8'));
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('npm run sbom names every package that ships (SEC-10)', () => {
  const output = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 1e8 });
  const { components }: { components: { 'bom-ref': string }[] } = JSON.parse(output);
  const listed = new Set(components.map((component) => component['bom-ref'].replace(/@[^@]+$/, '')));
  // npm leaves out the optional packages that are for other platforms.
  const installed = shipped.filter(({ folder }) => existsSync(folder));
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([]);
});
