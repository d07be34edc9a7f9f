import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadEmbeddedPlaces } from '../../server/places/local-gazetteer.ts';
import { matchPlace } from '../../server/places/match-place.ts';
import { buildPlaceIndex, type PlaceIndex } from '../../server/places/place-index.ts';
import { distanceKm } from '../../src/contract/coordinates.ts';
import type { KnownPlace } from '../../src/contract/place.ts';

let index: PlaceIndex;
beforeAll(async () => {
  index = await buildPlaceIndex(loadEmbeddedPlaces());
});

type Entry = { kind: string; text: string; expected: string };

/** Tab-separated: whether the address is complete, the text, and "Town|Other town, County" or "unclear". */
function readCorpus(name: string): Entry[] {
  const file = readFileSync(new URL(`../support/${name}`, import.meta.url), 'utf8');
  return file
    .trim()
    .split('\n')
    .map((line) => {
      const [kind = '', text = '', expected = ''] = line.split('\t');
      return { kind, text, expected };
    });
}

/** Whether a located place is in the expected town. */
function isExpected({ label, city }: KnownPlace, expected: string): boolean {
  const [towns = '', county = ''] = expected.split(/, (?=[^,]*$)/);
  const isTown = towns.split('|').some((town) => city === town || label.startsWith(`${town},`));
  return isTown && (label.includes(county) || city === county);
}

/** The other files were written after the matcher had been adjusted to the first one. */
describe.each(['address-corpus.tsv', 'address-corpus-held-out.tsv', 'address-corpus-adversarial.tsv'])(
  'The addresses of %s',
  (name) => {
    test('are never located in a wrong place, and most complete ones are located (PLC-01)', () => {
      const entries = readCorpus(name).map((entry) => ({ ...entry, match: matchPlace(index, entry.text) }));
      const wrong = entries.flatMap(({ text, expected, match }) =>
        match.kind === 'located' && !isExpected(match, expected) ? [`${text} → ${match.label}`] : [],
      );
      expect(wrong).toEqual([]);
      const complete = entries.filter(({ kind }) => kind === 'complete');
      const located = complete.filter(({ match }) => match.kind === 'located');
      console.info(`${name}: ${located.length} of ${complete.length} complete addresses are located`);
      expect(located.length / complete.length).toBeGreaterThanOrEqual(0.8);
    });
  },
);

describe('A place that is unclear', () => {
  const labels = (text: string) => {
    const match = matchPlace(index, text);
    return match.kind === 'unclear' ? match.candidates.map(({ label }) => label) : undefined;
  };

  test('lists what a misspelled town may mean, in the county that the text names (PLC-02)', () => {
    expect(labels('Main Stret, Newbrige, Co Kildare')?.[0]).toBe('Newbridge, Co. Kildare');
    expect(labels('Killarny, Co. Kerry')?.[0]).toBe('Killarney, Co. Kerry');
  });

  test('lists towns with the same name (PLC-02)', () => {
    expect(labels('Blackrock')).toEqual(
      expect.arrayContaining(['Blackrock, Co. Dublin', 'Blackrock, Co. Louth']),
    );
  });

  test('is a text that is too long for an address, of which ten parts are searched (PLC-01)', () => {
    const parts = Array.from({ length: 20 }, (_, n) => `Ard ${n}`);
    expect(labels([...parts, 'Naas, Co. Kildare'].join(', '))).toContain('Naas, Co. Kildare');
    expect(labels(['Galway', ...parts].join(', '))).not.toContain('Galway');
    expect(labels(`1 Main Street, Bray, Co. Wicklow${' '.repeat(300)}, Cork`)).toContain('Bray, Co. Wicklow');
  });

  test('lists nothing for the label of a place (PLC-02)', () => {
    expect(labels('Home')).toEqual([]);
    expect(labels('x')).toEqual([]);
  });
});

describe('A place that is certain', () => {
  test('has the coordinates of its street or of its postal district, if they are known (PLC-01)', () => {
    const street = matchPlace(index, '12 Leinster Road, Rathmines, Dublin 6');
    expect(street).toMatchObject({ latitude: 53.3256, longitude: -6.2735 });
    const district = matchPlace(index, '3 Nowhere Street, Dublin 24');
    const centre = matchPlace(index, 'Dublin');
    if (district.kind === 'unclear' || centre.kind === 'unclear') throw new Error('not located');
    expect(distanceKm(district, centre)).toBeGreaterThan(8);
  });
});
