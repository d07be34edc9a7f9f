import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { RIGHTS } from '../../server/payments/check-account.ts';
import { HANDLED_EVENT_TYPES } from '../../server/payments/webhook.ts';
import { Config } from '../../src/contract/config.ts';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
/** Documents that describe a path through the code in numbered steps. */
const WALKTHROUGHS = ['README.md', 'CONTRIBUTING.md'];

const read = (path: string) => readFileSync(path, 'utf8');
const withoutCodeBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '');
const matchesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, match]) => match ?? '');
const codeSpansOf = (text: string) => matchesOf(withoutCodeBlocks(text), /`([^`\n]+)`/g);
const linksOf = (text: string) =>
  matchesOf(withoutCodeBlocks(text), /(?:\]\(|<img src=")([^)"\s]+)/g).filter(
    (link) => !/^[a-z]+:/.test(link),
  );

/** GitHub's id of a heading. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
}

function isResolved(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : normalize(join(dirname(document), path));
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  return matchesOf(read(target), /^#+ (.+)$/gm)
    .map(toAnchor)
    .includes(anchor);
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  test('contains only relative links that resolve', () => {
    expect(linksOf(text).filter((link) => !isResolved(document, link))).toEqual([]);
  });

  test('names only paths and TypeScript files of the repository that exist', () => {
    const listed = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
    const fileNames = new Set(listed.map((path) => basename(path)));
    const files = codeSpansOf(text).filter((span) => /^[\w.-]+\.tsx?$/.test(span));
    expect(files.filter((file) => !fileNames.has(file))).toEqual([]);
    const topLevel = new Set(listed.map((path) => path.split('/')[0]));
    const paths = codeSpansOf(text).filter(
      (span) => /^[\w.@-]+(\/[\w.@$-]+)+\/?$/.test(span) && topLevel.has(span.split('/')[0]),
    );
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('names only npm scripts that exist', () => {
    const { scripts } = v.parse(
      v.object({ scripts: v.record(v.string(), v.string()) }),
      JSON.parse(read('package.json')),
    );
    const named = matchesOf(text, /npm run (?:--silent )?([\w:-]+)/g);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('runs npm with --silent where its own lines would end up in a file or another program', () => {
    const redirected = matchesOf(text, /(npm run [^`\n]* (?:[>|] |-$|-(?=`)))/gm);
    expect(redirected.filter((command) => !command.startsWith('npm run --silent '))).toEqual([]);
  });
});

describe.each(WALKTHROUGHS)('The numbered steps of %s', (document) => {
  const steps = matchesOf(withoutCodeBlocks(read(document)), /^\d+\. (.+)$/gm).filter(
    (step) => linksOf(step).length > 0,
  );

  test('link to the code', () => {
    expect(steps.length).toBeGreaterThan(5);
  });

  test.each(steps)('name only code that the linked files contain: %s', (step) => {
    const code = linksOf(step).map(readAll).join('\n');
    const names = codeSpansOf(step).filter((span) => /^\w+$/.test(span));
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });
});

const fileRows = read('CONTRIBUTING.md').matchAll(/^\| (`[\w./-]+`(?:, `[\w./-]+`)*) \| (`.+)$/gm);
test.each([...fileRows].map(([, folders = '', files = '']) => ({ folders, files })))(
  'CONTRIBUTING.md names only files that are below $folders',
  ({ folders, files }) => {
    const paths = codeSpansOf(folders).flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }),
    );
    const present = new Set(paths.map((path) => basename(path)));
    const named = codeSpansOf(files).filter((name) => /^[\w.-]+\.(tsx?|json)$/.test(name));
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !present.has(name))).toEqual([]);
  },
);

test('README.md counts the calls from the button to the database, and each is a function of the code (REL-01)', () => {
  const [, total, inApp, client = '', onServer, server = ''] =
    /there are (\d+) calls: (\d+) in the app \(([^)]*)\) and (\d+) on the server \(([^)]*)\)/.exec(
      read('README.md'),
    ) ?? [];
  expect(codeSpansOf(client)).toHaveLength(Number(inApp));
  expect(codeSpansOf(server)).toHaveLength(Number(onServer));
  expect(Number(inApp)).toBeLessThanOrEqual(10);
  expect(Number(total)).toBe(Number(inApp) + Number(onServer));
  const missing = (names: string, folder: string) => {
    const code = readAll(folder);
    return codeSpansOf(names).filter((name) => !new RegExp(`\\b(function|async) ${name}\\b`).test(code));
  };
  expect(missing(client, 'src')).toEqual([]);
  // A handler is an async method.
  expect(missing(server, 'server')).toEqual([]);
});

/** The text of a file, or of all files of a folder. */
function readAll(path: string): string {
  if (!statSync(path).isDirectory()) return read(path);
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|sql)$/.test(entry.name))
    .map((entry) => read(join(entry.parentPath, entry.name)))
    .join('\n');
}

describe('The environment variables', () => {
  const declared = matchesOf(read('server/config/variables.ts'), /^ {2}([A-Z][A-Z_]+): v\./gm);

  test('in .env.example are those of the schema, each once and commented out', () => {
    const lines = read('.env.example').split('\n');
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
    expect(matchesOf(lines.join('\n'), /^# ([A-Z][A-Z_]+)=/gm).toSorted()).toEqual(declared.toSorted());
  });

  test('in the tables of README.md and docs/deploy.md are those of the schema', () => {
    const rows = [...read('README.md').split('\n'), ...read('docs/deploy.md').split('\n')];
    const named = rows.flatMap((row) => {
      const [, variables = ''] = /^\| ((?:`[A-Z][A-Z_]+`(?:, )?)+) \|/.exec(row) ?? [];
      return matchesOf(variables, /`([A-Z_]+)`/g);
    });
    expect(named.toSorted()).toEqual(declared.toSorted());
  });
});

test('docs/configuration.md lists exactly the fields of /config.json', () => {
  const [table = ''] = read('docs/configuration.md').split('The price is');
  const rows = table.split('\n').filter((row) => row.startsWith('| `'));
  const listed = rows.flatMap((row) => matchesOf(row.split(' | ')[0] ?? '', /`([\w.]+)`/g));
  const defaults = new Map<string, unknown>(Object.entries(DEFAULT_CONFIG));
  const fields = Object.keys(Config.entries).flatMap((key) => {
    const value = defaults.get(key);
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isGroup ? Object.keys(value).map((field) => `${key}.${field}`) : [key];
  });
  expect(listed.toSorted()).toEqual(fields.toSorted());
});

test('docs/deploy.md lists exactly the rights that the Stripe key needs', () => {
  const rights = matchesOf(read('docs/deploy.md'), /^\| ([A-Z][\w ]+ \| (?:Read|Write)) \|$/gm);
  expect(rights).toEqual(RIGHTS.map(([name]) => name.replace(': ', ' | ')));
});

test('docs/deploy.md lists exactly the Stripe events that the webhook handles', () => {
  const events = matchesOf(
    read('docs/deploy.md'),
    /^\| `((?:checkout|payment_intent|charge|refund|invoice)[\w.]+)` \|$/gm,
  );
  expect(events.toSorted()).toEqual([...HANDLED_EVENT_TYPES].toSorted());
});
