import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packageOf, readSourceTree } from './support/source-tree.ts';

/** The packages that the product description requires. */
const REQUIRED_PACKAGES = [
  'react',
  'react-dom',
  '@tanstack/react-router',
  'zustand',
  'idb-keyval',
  'workbox-window',
  'vite-plugin-pwa',
  'ky',
  'valibot',
  'leaflet',
  'react-leaflet',
  'leaflet-geosearch',
  '@stripe/stripe-js',
  'dayjs',
  '@mantine/core',
  '@mantine/form',
  '@mantine/notifications',
  'vitest',
];
const files = readSourceTree();

describe('Required packages', () => {
  const config = readFileSync('vite.config.ts', 'utf8');
  const used = new Set(files.flatMap((file) => file.imports.map((each) => packageOf(each.specifier))));

  test.each(REQUIRED_PACKAGES)('%s is used', (name) => {
    expect(used.has(name) || config.includes(`'${name}'`)).toBe(true);
  });

  test('happy-dom is the environment of the component tests', () => {
    expect(readFileSync('vitest.config.ts', 'utf8')).toContain("environment: 'happy-dom'");
  });
});

describe('The top level', () => {
  const REQUIRED = [
    'package.json',
    'vite.config.ts',
    'tsconfig.json',
    'index.html',
    'src',
    'public',
    'sw',
    'tests',
    'manifest.webmanifest',
    'README.md',
  ];
  /** The server, documents, licence and security, and files that tools need. */
  const ADDITIONAL = [
    '.ci',
    '.dockerignore',
    '.editorconfig',
    '.env.example',
    '.github',
    '.gitignore',
    '.nvmrc',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'SECURITY.md',
    'THIRD-PARTY-NOTICES.md',
    'biome.json',
    'deploy',
    'docs',
    'knip.json',
    'package-lock.json',
    'playwright.config.ts',
    'scripts',
    'server',
    'tsconfig.base.json',
    'vitest.config.ts',
  ];

  test('contains the required entries and only the additional ones listed here', () => {
    const listed = execFileSync('git', ['ls-files'], { encoding: 'utf8' });
    const entries = new Set(listed.split('\n').flatMap((path) => (path === '' ? [] : [path.split('/')[0]])));
    expect([...entries].toSorted()).toEqual([...REQUIRED, ...ADDITIONAL].toSorted());
  });
});
