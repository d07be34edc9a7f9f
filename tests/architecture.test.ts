import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageOf, readSourceTree, type SourceFile } from './support/source-tree.ts';

const FEATURE_IMPORTS = [
  'src/use-cases',
  'src/push',
  'src/stores',
  'src/api',
  'src/outbox',
  'src/domain',
  'src/map',
  'src/components',
  'src/ui',
  'src/contract',
];

/** What the logic of the server may import: its data, and these other folders. */
function serverLogic(...folders: string[]): string[] {
  return [
    'src/contract',
    ...['config', 'db', 'queries', 'dependencies.ts', ...folders].map((name) => `server/${name}`),
  ];
}

/** Folders that compile for both the page and the service worker. */
const PORTABLE = ['src/contract', 'src/api', 'src/outbox', 'src/device'];
/** The import rules. A folder may always import itself; the longest matching path applies to a file. */
const ALLOWED_IMPORTS: Record<string, readonly string[]> = {
  'src/main.tsx': ['src'],
  'src/routes/__root.tsx': [
    'src/app',
    'src/features',
    'src/stores',
    'src/contract',
    'src/components',
    'src/ui',
  ],
  'src/routes': ['src/features', 'src/stores', 'src/contract', 'src/components', 'src/ui'],
  'src/features': FEATURE_IMPORTS,
  'src/use-cases': ['src/push', 'src/stores', 'src/domain', ...PORTABLE],
  'src/push': ['src/stores', ...PORTABLE],
  'src/stores': ['src/outbox', 'src/device', 'src/domain', 'src/contract'],
  'src/map': [
    'src/use-cases',
    'src/stores',
    'src/components',
    'src/ui',
    'src/domain',
    'src/api',
    'src/device',
    'src/contract',
  ],
  'src/api': ['src/contract'],
  'src/outbox': ['src/api', 'src/device', 'src/contract'],
  'src/device': ['src/api', 'src/contract'],
  'src/domain': ['src/contract'],
  'src/contract': [],
  'src/components': ['src/ui', 'src/domain', 'src/contract'],
  'src/ui': [],
  'src/pwa': ['src/api', 'src/device', 'src/stores', 'src/use-cases', 'src/ui', 'src/contract'],
  'src/app': ['src/features', 'src/pwa', ...FEATURE_IMPORTS],
  // Only src/main.tsx and the build import how a page starts.
  'src/startup': ['src'],
  sw: ['src/push', ...PORTABLE],
  // A folder of the server imports only folders above it in this list, so no two import each other.
  'server/config': ['src/contract'],
  'server/documents': [],
  'server/db': ['server/config', 'server/documents', 'src/contract'],
  'server/dependencies.ts': ['server/db', 'src/contract'],
  'server/queries': ['server/config', 'server/documents', 'server/db', 'src/contract'],
  'server/http': serverLogic(),
  'server/jobs': serverLogic(),
  'server/push': serverLogic('jobs'),
  'server/mail': serverLogic('documents', 'http', 'jobs'),
  'server/places': serverLogic('http'),
  'server/payments': serverLogic('documents', 'http', 'mail'),
  'server/accounts': serverLogic('http', 'mail', 'payments'),
  'server/deliveries': serverLogic('http', 'places', 'payments'),
  'server/endpoints': serverLogic('http', 'accounts', 'payments', 'deliveries'),
  'server/ops': serverLogic('documents', 'http', 'mail', 'payments', 'deliveries', 'endpoints'),
  'server/routes': serverLogic(
    ...['documents', 'http', 'jobs', 'push', 'accounts', 'payments', 'deliveries', 'endpoints', 'ops'],
  ),
  'server/sandbox': serverLogic('http', 'jobs', 'mail', 'accounts', 'payments', 'deliveries'),
  // Only what assembles the server imports the sandbox.
  'server/boot': serverLogic(
    ...['http', 'jobs', 'push', 'mail', 'places', 'payments', 'accounts', 'endpoints', 'ops', 'routes'],
    'sandbox',
  ),
  'server/main.ts': ['server/config', 'server/db', 'server/boot'],
  // The build of the server imports the build steps of the client, which it runs last.
  'server/vite.config.ts': ['scripts/build'],
  // Development and build tools run outside the app and may use any part of it.
  scripts: ['src', 'server', 'tests/support', 'tests/e2e/support'],
  tests: ['src', 'sw', 'server', 'scripts'],
};

/** The folders inside these never import each other. */
const ISOLATED_FOLDERS = ['src/features'];
const PAGE_ONLY_PACKAGES = /^(react|react-dom|react-leaflet|zustand|leaflet|@mantine\/.*|@tanstack\/.*)$/;
const PAGE_ONLY_NAMES = /\b(window|document|localStorage|sessionStorage)\b/;

const files = readSourceTree();
const code = files.filter((file) => !file.path.endsWith('.css'));

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function moduleOf(path: string): string | undefined {
  return Object.keys(ALLOWED_IMPORTS)
    .filter((folder) => isIn(path, folder))
    .sort((a, b) => b.length - a.length)[0];
}

function findViolations(
  check: (file: SourceFile) => readonly string[],
  among: readonly SourceFile[] = code,
): string[] {
  return among.flatMap((file) => check(file).map((offence) => `${file.path}: ${offence}`));
}

function localImports(file: SourceFile): string[] {
  return file.imports
    .map((each) => each.target)
    .filter((target) => /^(src|sw|server|scripts|tests)\//.test(target));
}

describe('Import rules', () => {
  test('every file belongs to a folder of the table', () => {
    expect(
      findViolations((file) => (moduleOf(file.path) ? [] : ['in no folder of the table']), files),
    ).toEqual([]);
  });

  test.each(Object.entries(ALLOWED_IMPORTS))('%s imports only what the table allows', (folder, allowed) => {
    const members = code.filter((file) => moduleOf(file.path) === folder);
    const found = findViolations(
      (file) =>
        localImports(file).filter((target) => ![folder, ...allowed].some((other) => isIn(target, other))),
      members,
    );
    expect(found).toEqual([]);
  });

  test('no two folders of the server import each other', () => {
    const order = Object.keys(ALLOWED_IMPORTS).filter((folder) => isIn(folder, 'server'));
    const upwards = order.flatMap((folder, position) =>
      (ALLOWED_IMPORTS[folder] ?? [])
        .filter((other) => isIn(other, 'server') && !order.slice(0, position).includes(other))
        .map((other) => `${folder} may import ${other}`),
    );
    expect(upwards).toEqual([]);
  });

  test.each(ISOLATED_FOLDERS)('folders of %s never import each other', (folder) => {
    const folderOf = (path: string) => path.slice(folder.length + 1).split('/')[0];
    const found = findViolations(
      (file) =>
        localImports(file).filter(
          (target) => isIn(target, folder) && folderOf(target) !== folderOf(file.path),
        ),
      code.filter((file) => isIn(file.path, folder)),
    );
    expect(found).toEqual([]);
  });

  test('features import only types of src/api, because use-cases call the API', () => {
    const found = findViolations(
      (file) =>
        file.imports
          .filter(({ target, isTypeOnly }) => isIn(target, 'src/api') && !isTypeOnly)
          .map(({ target }) => target),
      code.filter(({ path }) => isIn(path, 'src/features')),
    );
    expect(found).toEqual([]);
  });

  test('each file that shares a process with others finds an empty IndexedDB', () => {
    const shared = code.filter(({ path }) => /^tests\/(unit|component|server)\//.test(path));
    const packages = ({ imports }: SourceFile) =>
      imports.map(({ specifier }) => specifier).filter((name) => name.startsWith('fake-indexeddb'));
    expect(findViolations(packages, shared)).toEqual([]);
  });
});

describe('Portable folders', () => {
  const portable = code.filter((file) => PORTABLE.some((folder) => isIn(file.path, folder)));

  test('import no browser package', () => {
    expect(
      findViolations(
        (file) =>
          file.imports
            .map((each) => packageOf(each.specifier))
            .filter((name) => PAGE_ONLY_PACKAGES.test(name)),
        portable,
      ),
    ).toEqual([]);
  });

  test('use neither window nor document nor local storage', () => {
    expect(findViolations((file) => file.code.match(PAGE_ONLY_NAMES)?.slice(0, 1) ?? [], portable)).toEqual(
      [],
    );
  });

  test('the contract imports valibot and nothing else', () => {
    expect(
      findViolations(
        (file) => file.imports.map((each) => each.specifier).filter((name) => !/^(\.|valibot$)/.test(name)),
        code.filter((file) => isIn(file.path, 'src/contract')),
      ),
    ).toEqual([]);
  });
});

describe('Stores, queries and components', () => {
  test('a store makes no requests', () => {
    const stores = code.filter((file) => isIn(file.path, 'src/stores'));
    expect(findViolations((file) => file.code.match(/\bfetch\(/g) ?? [], stores)).toEqual([]);
  });

  test('SQL is only in queries and the database folder', () => {
    const sql =
      /\bsql(?:<[^>]+>)?`|\b(?:db|tx|pool|client)\.(?:execute|query)\(|['"`]\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\s|\b(?:db|tx|trx)\s*\.\s*(?:select|insert|update|delete|with)\(/;
    const outside = code.filter(
      (file) => isIn(file.path, 'server') && !/^server\/(.+\/)?(queries|db)\//.test(file.path),
    );
    expect(findViolations((file) => file.text.match(sql)?.slice(0, 1) ?? [], outside)).toEqual([]);
  });

  test('route files have at most 40 lines', () => {
    const routes = code.filter((file) => isIn(file.path, 'src/routes'));
    expect(findViolations((file) => (file.lines > 41 ? [`${file.lines} lines`] : []), routes)).toEqual([]);
  });
});

describe('Names and sizes', () => {
  const FORBIDDEN = /^(utils?|helpers?|misc|common|shared|index)(\.|$)/;
  const checkedFiles = code.filter((file) => !isIn(file.path, 'src/routes'));

  test('no file is called utils, helpers, misc or common, and there are no barrel files', () => {
    const named = findViolations(
      (file) => file.path.split('/').filter((part) => FORBIDDEN.test(part)),
      checkedFiles,
    );
    const barrels = findViolations(
      (file) => (/^(\s*export\s[^;]*from\s''\s*;)+\s*$/.test(file.code) ? ['only re-exports'] : []),
      checkedFiles,
    );
    expect([...named, ...barrels]).toEqual([]);
  });

  test('components start with a capital letter, and all other files are kebab-case', () => {
    const component = /^[A-Z][A-Za-z0-9]*\.tsx$/;
    const other = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|config|d))?\.tsx?$/;
    const pages = /^src\/(features|components|ui|app|map|pwa)\//;
    const isBadlyNamed = (file: SourceFile) => {
      const name = basename(file.path);
      const isRight =
        pages.test(file.path) && name.endsWith('.tsx') ? component.test(name) : other.test(name);
      return isRight ? [] : [name];
    };
    expect(findViolations(isBadlyNamed, checkedFiles)).toEqual([]);
  });

  test('an effect returns nothing or explicitly a function that cleans up', () => {
    // React calls the value that an effect returns. A method of the browser that returns nothing may return a promise
    // in a later version, as scrollIntoView does now.
    const isSafe = /^\(\)\s*=>\s*(\{|void |\(\)\s*=>|\w+\s*,)/;
    const unsafeEffects = (file: SourceFile) =>
      [...file.code.matchAll(/use(?:Layout|Insertion)?Effect\(\s*/g)]
        .map(({ index, 0: call }) => file.code.slice(index + call.length, index + call.length + 60))
        .filter((effect) => !isSafe.test(effect));
    expect(findViolations(unsafeEffects)).toEqual([]);
  });

  test('a stylesheet has the name of the component beside it', () => {
    const modules = files.filter((file) => file.path.endsWith('.module.css'));
    const paths = new Set(files.map((file) => file.path));
    const alone = modules.filter((file) => !paths.has(file.path.replace('.module.css', '.tsx')));
    expect(alone.map((file) => file.path)).toEqual([]);
  });

  test('no file has more than 350 lines, and nine in ten have fewer than 240', () => {
    expect(findViolations((file) => (file.lines > 351 ? [`${file.lines} lines`] : []))).toEqual([]);
    const long = code.filter((file) => file.lines > 241);
    expect(long.length, long.map((file) => file.path).join(', ')).toBeLessThanOrEqual(code.length / 10);
  });

  test('there are no lint suppressions, TODOs or skipped tests', () => {
    const silenced =
      /@ts-(ignore|nocheck|expect-error)|biome-ignore|eslint-disable|\b(TODO|FIXME|XXX|HACK)\b|\b(?:test|it|describe)\.(?:skip|only|todo|fixme)\b/;
    const others = files.filter((file) => file.path !== 'tests/architecture.test.ts');
    expect(findViolations((file) => file.text.match(silenced)?.slice(0, 1) ?? [], others)).toEqual([]);
  });
});
