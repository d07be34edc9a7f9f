import { loadEmbeddedPlaces } from '../../server/places/local-gazetteer.ts';
import { buildPlaceIndex, type PlaceIndex } from '../../server/places/place-index.ts';
import { searchGazetteer } from '../../server/places/search.ts';
import type { GazetteerPlace } from '../../server/queries/gazetteer.ts';

/**
 * `npm run bench:places` measures how long one search over 200,000 places takes, and how much memory they use. Beside
 * the embedded places there are generated ones: streets of every town, with full postcodes like an operator's.
 */
const ROWS = Number(process.env.ROWS ?? 200_000);
const SEARCHES = Number(process.env.SEARCHES ?? 20_000);
const P99_LIMIT_MS = 10;

let seed = 20_261_121;
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed % below;
}
function pick<T>(list: readonly T[]): T {
  const item = list[random(list.length)];
  if (item === undefined) throw new Error('an empty list');
  return item;
}

const SYLLABLES =
  'bal rath kil dun ard clon glen carrick mor beg castle tully inch knock cool drum lis ross'.split(' ');
const KINDS =
  'Street Road Avenue Lane Drive Park Square Terrace Court Close Grove Gardens Lawn Heights'.split(' ');
const LETTERS = 'acdefhknprtvwxy0123456789';

function randomName(): string {
  const stem = Array.from({ length: 2 + random(2) }, () => pick(SYLLABLES)).join('');
  return `${stem.charAt(0).toUpperCase()}${stem.slice(1)} ${pick(KINDS)}`;
}

function randomPlaces(known: readonly GazetteerPlace[], count: number): GazetteerPlace[] {
  const towns = known.filter((place) => place.population > 0);
  return Array.from({ length: count }, () => {
    const town = pick(towns);
    const letters = Array.from({ length: 4 }, () => pick([...LETTERS])).join('');
    const street = randomName();
    return {
      ...town,
      kind: 'street' as const,
      name: random(3) === 0 ? `${1 + random(200)} ${street}` : street,
      otherName: '',
      city: town.name,
      postcode: `${pick(['D', 'A', 'K', 'W'])}${10 + random(80)} ${letters.toUpperCase()}`,
      latitude: town.latitude + (random(1000) - 500) / 20_000,
      longitude: town.longitude + (random(1000) - 500) / 20_000,
      population: 0,
    };
  });
}

/** Queries as people type them: prefixes, typos, whole addresses, codes and text without a match. */
function randomQuery(places: readonly GazetteerPlace[]): string {
  const place = pick(places);
  switch (random(8)) {
    case 0:
      return place.name.slice(0, 1 + random(4));
    case 1:
      return place.name.slice(0, 3 + random(place.name.length));
    case 2:
      return withTypo(place.name);
    case 3:
      return `${1 + random(200)} ${place.name}, ${place.city}, ${place.postcode}`;
    case 4:
      return `${withTypo(place.name)} ${place.city}`;
    case 5:
      return pick([...KINDS, 'Dublin', 'London', 'the', 'a', 'st', 'Main Street', 'Dublin Road']);
    case 6:
      return place.postcode;
    default:
      return `${randomName()} ${randomName()} ${withTypo(place.city)}`;
  }
}

function withTypo(text: string): string {
  const at = random(Math.max(1, text.length - 1));
  const [a = '', b = ''] = [text[at], text[at + 1]];
  return pick([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + b + a + text.slice(at + 2),
    `${text.slice(0, at)}e${text.slice(at)}`,
  ]);
}

/** The memory in use after a garbage collection. */
function megabytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function measure(): Promise<void> {
  const embedded = loadEmbeddedPlaces();
  const before = megabytes();
  const places = [...embedded, ...randomPlaces(embedded, Math.max(0, ROWS - embedded.length))];
  const listed = megabytes();
  const started = performance.now();
  const index = await buildPlaceIndex(places);
  const built = performance.now() - started;
  const after = megabytes();
  const texts = Array.from({ length: SEARCHES }, () => randomQuery(places));
  search(index, texts.slice(0, 500));
  const times = search(index, texts);
  const slowest = times.map((time, at) => ({ time, text: texts[at] })).sort((a, b) => b.time - a.time);
  const sorted = [...times].sort((a, b) => a - b);
  const p99 = percentile(sorted, 0.99);
  console.info(`places          ${places.length}, words ${index.vocabulary.words.length}`);
  console.info(`index built in  ${built.toFixed(0)} ms`);
  console.info(
    `memory          places ${(listed - before).toFixed(0)} MB, index ${(after - listed).toFixed(0)} MB; process ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  );
  console.info(
    `one search      p50 ${percentile(sorted, 0.5).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, max ${percentile(sorted, 1).toFixed(2)} ms (${SEARCHES})`,
  );
  for (const { time, text } of slowest.slice(0, 5)) console.info(`  slow: ${time.toFixed(2)} ms  ${text}`);
  if (p99 > P99_LIMIT_MS) {
    console.error(`p99 is above ${P99_LIMIT_MS} ms`);
    process.exitCode = 1;
  }
}

function search(index: PlaceIndex, texts: readonly string[]): number[] {
  return texts.map((text) => {
    const started = performance.now();
    searchGazetteer(index, text, 8);
    return performance.now() - started;
  });
}

void measure();
