import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSourceTree } from '../support/source-tree.ts';

/** Invented words that once stood for the standard term on the right. */
const REPLACED_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(pluggedIn|plugIn|PluggedIn)\b|plug-in\.ts/, 'adapters'],
  [/\b(putAside|takeUp|put-aside)\b/, 'suspend, resume'],
  [/\b(useRoom|withRoom)\b|\broom\.ts/, 'storage quota'],
  [/\bleaveBehind\b|\bleft-behind\b/, 'pending writes'],
  [/\btakeOver\b|take-over\.ts/, 'hydration'],
  [/\bgiveUpWhatHangs\b|give-up\.ts/, 'request timeout'],
  [/\baskForLife\b|\bsigns? of life\b/i, 'health check'],
  [/\b(waitLonger|isWaitBinding|shouldForget)\b/, 'retry'],
  [/\b[Hh]onours\b/, 'supports'],
  [/\bAftermath(Notice)?\b/, 'result'],
  [/\bDocket\b/, 'summary'],
  [/\bTellMe\b/, 'notification opt-in'],
  [/\bMapManners\b/, 'map accessibility'],
  [/\bHandOver\b|\bhand-over\b/i, 'continue on another device'],
  [/\bNotKept\b/, 'storage warning'],
  [/\b(goodItems|mayKeep)\b/, 'valid items'],
  [/\b(truthOf|TellTruth)\b|truth\.ts/, 'provider payment'],
  [/\b(townsComeFrom|knowTowns)\b/, 'town loader'],
  [/\b(closeBooks|payThen)\b/, 'seed payments'],
  [/\b(Surroundings|AppParts)\b/, 'dependencies'],
  [/\b(signOut|isSignedIn|SignedInUser|needsSignIn|signed-out)\b/, 'log in, log out'],
  [/\b(whoever|anew|beforehand)\b/i, 'standard English'],
  [/\bput right\b|\bmended\b|\bplanted faults?\b|\bfaults? planted\b/i, 'corrected; mutation'],
];

/** They read what devices have stored under the old names. */
const READERS_OF_OLD_NAMES = ['src/outbox/old-entry.ts', 'tests/offline/renamed-fields.test.ts'];
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/product.md',
  'docs/deploy.md',
  'docs/configuration.md',
  'docs/measurements.md',
];

test('Code and documents use standard terms and none of the words that they replaced', () => {
  const texts = [
    ...readSourceTree().map(({ path, text }) => ({ path, text })),
    ...DOCUMENTS.map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  ].filter(({ path }) => !READERS_OF_OLD_NAMES.includes(path) && path !== 'tests/unit/glossary.test.ts');
  const found = texts.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      REPLACED_WORDS.flatMap(([word, term]) => {
        const match = word.exec(line);
        return match === null ? [] : [`${path}:${index + 1}: "${match[0]}"; use: ${term}`];
      }),
    ),
  );
  expect(found).toEqual([]);
});
