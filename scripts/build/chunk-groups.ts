import { join } from 'node:path';

type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null };
type GroupOf = (id: string) => string | undefined;

/** The router plugin splits the screen of each route into a separate module, whose id has this form. */
const ROUTE_SCREEN = /\/src\/routes\/([^/]+)\.tsx\?tsr-split=component/;
/** The later steps of the wizard are loaded after the home page. They share code with a few pages. */
const LATER_STEPS = 'src/features/request/LaterStep.tsx';
/** The code that `/tracking` loads for a customer or for a result, and not for a guest without a number. */
const TRACKING_RESULTS = {
  name: 'tracking-results',
  page: 'tracking',
  files: ['CustomerTracking.tsx', 'TrackingResults.tsx'].map((file) => `src/features/tracking/${file}`),
};
/** The form on the page of a delivery, which is loaded when the user uses that page. */
const EDIT_FORM = { name: 'deliveries.deliveryId.edit', file: 'src/features/deliveries/EditDelivery.tsx' };
/** The pages that most people open first. None of them waits for code that only another one needs. */
const FIRST_PAGES = ['index', 'tracking', 'faq'];
/** Small modules that many pages use. */
const SMALL = /\/src\/(ui\/(?!Combobox)|api\/)/;
/** The lookup of a package is small, and its store is the only one that `/tracking` needs for a guest. */
const LOOKUP = /\/src\/(use-cases\/tracking\/look-up-package|stores\/tracked)\./;
/** The modules that forms share are in one file with the form library. */
const FORM = /\/src\/ui\/use-(touched-form|after-press)\./;
/** Several pages show them, and they are too small for a file of their own. */
const SMALL_COMPONENTS = /\/src\/(ui\/Rows|features\/outbox\/ParkedRequests)\./;
/** The library modules for tabs, which many pages of a customer share. */
const ACCOUNT_LIBRARY =
  /\/(Tabs|create-scoped-keydown-handler|find-element-ancestor|get-(safe-id|contrast-color|auto-contrast-value))[/.]/;
/** The state of the app, and the rules and calls of forms, which pages and services share. */
const SHARED_WITH_BACKGROUND =
  /\/src\/(stores\/|api\/users\.|contract\/(?:pause|storable-text|vat-number)\.)/;
/** Pages that share a file with each other and with no other page. */
const FAMILIES: readonly (readonly [name: string, pages: RegExp])[] = [
  ['auth-pages', /^auth\./],
  ['form-library', /^(auth\.|account$)/],
  ['legal-pages', /^(terms-and-conditions|privacy-policy)$/],
  ['delivery-details', /^deliveries\.deliveryId\./],
  ['package-details', /^(deliveries\.deliveryId\.|tracking-results$)/],
  ['delivery-pages', /^(deliveries\.|tracking-results$)/],
  ['guest-pages', /^pay\./],
  ['paying', /^(deliveries\.deliveryId\.|pay\.)/],
  ['payment-pages', /^(deliveries\.|pay\.|tracking-results$)/],
];
/** The code that loads after hydration: the services of the app, and the code for a submit without a connection. */
const BACKGROUND = [
  'src/startup/boot.ts',
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
    'app',
    /\/(use-(force-update|isomorphic-effect|resolved-styles-api)|create-safe-context|get-env|random-id|Input|InputBase|TextInput|CloseButton|DirectionProvider|use-(id|merged-ref|uncontrolled|document-visibility))\//,
  ],
  [
    'fields',
    /\/(InlineInput|Switch|Textarea|NativeSelect|Combobox|Radio|Checkbox|InputsGroup(?:Fieldset)?)[/.]/,
  ],
  // In separate files these styles could load in any order, but each overrides those before it.
  [
    'overlay-styles',
    /\/(styles\/(Overlay|Paper|ModalBase|Modal|Drawer|Notification)|notifications\/styles)\.layer/,
  ],
  ['form-library', /\/(@mantine\/form|klona|fast-deep-equal)\//],
  // Each belongs to one of our components.
  ['payment-pages', /\/use-clipboard\//],
  ['with-index', /\/use-in-viewport\//],
];

/** Our styles of library components, which must not be in the file of the first page that uses them. */
const COMPONENT_STYLES: readonly (readonly [name: string, modules: RegExp])[] = [
  ['fields', /\/src\/ui\/choices\.css/],
  ['account-pages', /\/src\/ui\/tabs\.css/],
];

const RUNTIME = '\0rolldown/runtime.js';

/** Whether a module is the screen of a route. */
export const isRouteScreen = (id: string) => ROUTE_SCREEN.test(id);

/**
 * Assigns each module to a file, so that a page loads few files and little code that it does not use. There is one file
 * for what all pages need, one for each page, one for what it shares with less frequent pages, and one for what starts
 * after hydration. Without a name the bundler decides, for example about a dialog.
 */
export function chunkGroups(root: string) {
  // Only the bundler knows which modules the entry still imports after it has removed unused code.
  const entryModules = new Set([RUNTIME]);
  const noteEntryModule = (id: string) => {
    entryModules.add(id);
    return null;
  };
  let groupOf: GroupOf | undefined;
  const name = (id: string, graph: ModuleGraph) => {
    groupOf ??= readGraph(root, graph);
    return entryModules.has(id) ? 'app' : groupOf(id);
  };
  // The bundler asks for all names of the first group before it asks for those of the second.
  return [
    { name: noteEntryModule, tags: ['$initial' as const], debugName: 'app' },
    { name, debugName: 'pages' },
  ];
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
  const screens = [...all].flatMap((screen) => {
    const name = ROUTE_SCREEN.exec(screen)?.[1]?.replaceAll('$', '');
    return name === undefined ? [] : [{ name, modules: reachable([screen], importsOf) }];
  });
  const results = TRACKING_RESULTS.files.map((file) => join(root, file));
  const pages = [
    ...screens,
    { name: TRACKING_RESULTS.name, modules: reachable(results, importsOf) },
    { name: EDIT_FORM.name, modules: reachable([join(root, EDIT_FORM.file)], importsOf) },
  ];
  return (id) => {
    const part = LIBRARY_FILE.test(id) && LIBRARY_PARTS.find(([, modules]) => modules.test(id));
    if (part) return part[0];
    const styles = COMPONENT_STYLES.find(([, modules]) => modules.test(id));
    if (styles) return styles[0];
    if (id.includes('/node_modules/') && ACCOUNT_LIBRARY.test(id)) return 'account-pages';
    if (id.includes('/node_modules/') && !PLAIN_PACKAGES.test(id)) return undefined;
    if (SMALL_COMPONENTS.test(id) || LOOKUP.test(id)) return 'app';
    const users = pages.filter(({ modules }) => modules.has(id)).map(({ name }) => name);
    const firstPages = users.filter((name) => FIRST_PAGES.includes(name));
    if (firstPages.length > 1) return 'app';
    // A page that uses a store must not wait for all services.
    if (background.has(id))
      return firstPages.length > 0 || (users.length > 0 && SHARED_WITH_BACKGROUND.test(id))
        ? 'shared'
        : 'background';
    const [only, ...others] = users.filter(
      (name) => name !== TRACKING_RESULTS.name || !users.includes(TRACKING_RESULTS.page),
    );
    if (only === undefined) return undefined;
    // The later steps must not load a whole other page, and the page of a delivery not the fields of its form.
    if (others.length === 0 && laterSteps.has(id) && only !== 'index')
      return only === EDIT_FORM.name ? 'package-fields' : 'with-later-steps';
    if (others.length === 0) return `page-${only}`;
    if (FORM.test(id)) return 'form-library';
    if (users.every((name) => name === 'index' || name === EDIT_FORM.name)) return 'place-fields';
    if (firstPages[0] !== undefined) return SMALL.test(id) ? 'app' : `with-${firstPages[0]}`;
    if (laterSteps.has(id) && SMALL.test(id)) return 'shared';
    if (laterSteps.has(id)) return 'with-index';
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
