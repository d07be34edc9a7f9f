import { join } from 'node:path';

type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null };
type GroupOf = (id: string) => string | undefined;

/** The router plugin puts the screen of each route into a module of its own. */
const ROUTE_SCREEN = /\/src\/routes\/([^/]+)\.tsx\?tsr-split=component/;
/** The later steps of the wizard are loaded after the home page. They share code with a few pages. */
const LATER_STEPS = 'src/features/request/LaterStep.tsx';
/** The pages that most people open first. None of them waits for code that only another one needs. */
const FIRST_PAGES = ['index', 'tracking', 'faq'];
/** Small parts that many pages use. */
const SMALL = /\/src\/ui\/(?!Combobox)/;
/** The state of the app, which pages and services share. */
const STORE = /\/src\/stores\//;
/** Pages that share a file with each other and with no other page. */
const FAMILIES: readonly (readonly [name: string, pages: RegExp])[] = [
  ['auth-pages', /^auth\./],
  ['forms', /^(auth\.|account$)/],
  ['legal-pages', /^(terms-and-conditions|privacy-policy)$/],
  ['delivery-pages', /^deliveries\./],
  ['guest-pages', /^pay\./],
  ['receipt-pages', /\.receipt$/],
];
/** What is loaded after hydration: the services of the app, and what a submit without a connection needs. */
const BACKGROUND = [
  'src/app/boot.ts',
  'src/api/send-call.ts',
  'src/stores/persisted-schemas.ts',
  'src/use-cases/deliveries/submit-delivery-request.ts',
];
/** Packages whose modules import only what they need. */
const PLAIN_PACKAGES =
  /\/node_modules\/(dayjs|valibot|ky|workbox-window|leaflet-geosearch|canvas-confetti|uqr)\//;
const LIBRARY_FILE = /\/node_modules\/(@mantine|klona|fast-deep-equal)\//;
/** The index of a library imports all of its modules, so its imports do not tell which page uses them. */
const LIBRARY_PARTS: readonly (readonly [name: string, modules: RegExp])[] = [
  [
    'shared',
    /\/(use-(force-update|isomorphic-effect|resolved-styles-api)|create-safe-context|get-env|random-id|Input|InputBase|TextInput|CloseButton|DirectionProvider|use-(id|merged-ref|uncontrolled))\//,
  ],
  [
    'fields',
    /\/(InlineInput|Switch|Textarea|NativeSelect|Combobox|Radio|Checkbox|InputsGroup(?:Fieldset)?)\//,
  ],
  ['form-library', /\/(@mantine\/form|klona|fast-deep-equal)\//],
];

/**
 * Assigns each module to a file, so that a page loads few files and little code that it does not use: one file for what
 * all pages need, one for each page, one for what it shares with less frequent pages, and one for what starts after
 * hydration. Undefined: the bundler decides, for example about a dialog.
 */
export function chunkGroups(root: string): (id: string, graph: ModuleGraph) => string | undefined {
  let groupOf: GroupOf | undefined;
  return (id, graph) => {
    groupOf ??= readGraph(root, graph);
    return groupOf(id);
  };
}

function readGraph(root: string, graph: ModuleGraph): GroupOf {
  const importsOf = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  const lazyImportsOf = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const main = join(root, 'src/main.tsx');
  const background = reachable(
    BACKGROUND.map((file) => join(root, file)),
    importsOf,
  );
  const laterSteps = reachable([join(root, LATER_STEPS)], importsOf);
  const all = reachable([main], (id) => [...importsOf(id), ...lazyImportsOf(id)]);
  const pages = [...all].flatMap((screen) => {
    const name = ROUTE_SCREEN.exec(screen)?.[1]?.replaceAll('$', '');
    return name === undefined ? [] : [{ name, modules: reachable([screen], importsOf) }];
  });
  return (id) => {
    const part = LIBRARY_FILE.test(id) && LIBRARY_PARTS.find(([, modules]) => modules.test(id));
    if (part) return part[0];
    if (id.includes('/node_modules/') && !PLAIN_PACKAGES.test(id)) return undefined;
    const users = pages.filter(({ modules }) => modules.has(id)).map(({ name }) => name);
    const firstPages = users.filter((name) => FIRST_PAGES.includes(name));
    if (firstPages.length > 1 || (firstPages.length > 0 && background.has(id))) return 'shared';
    // A page that uses a store must not wait for all services.
    if (background.has(id)) return users.length > 0 && STORE.test(id) ? 'shared' : 'background';
    const [only, ...others] = users;
    if (only === undefined) return undefined;
    // The later steps must not load a whole other page.
    if (others.length === 0)
      return laterSteps.has(id) && only !== 'index' ? 'with-later-steps' : `page-${only}`;
    if (firstPages[0] !== undefined) return SMALL.test(id) ? 'shared' : `with-${firstPages[0]}`;
    if (laterSteps.has(id)) return id.includes('/src/ui/') ? 'form-library' : 'with-index';
    return FAMILIES.find(([, pages]) => users.every((name) => pages.test(name)))?.[0] ?? 'account-pages';
  };
}

function reachable(starts: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...starts];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...next(id));
  }
  return found;
}
