import {
  DIMENSION_MAX,
  DIMENSION_MIN,
  MAX_DELIVERY_ATTEMPTS,
  TRACKING_REFRESH_MS,
  WEIGHT_MAX,
  WEIGHT_MIN,
} from '../../contract/constants.ts';
import { currencyText } from '../../contract/money.ts';
import { offeredSizes, offeredWeights, type Presets } from '../../contract/presets.ts';
import { volumeOf } from '../../contract/rules.ts';
import { formatVolume, formatWeight } from '../../domain/format.ts';
import {
  DELIVERY_RADIUS_MILES,
  DIMENSION_STEP,
  PARCEL_SIDES_MAX,
  PARCEL_WEIGHT_MAX,
} from '../../domain/limits.ts';
import faq from './faq.json';

const KG_PER_POUND = 0.4536;
const METRES_PER_INCH = 0.0254;

export type FaqEntry = (typeof faq)[number];

type FaqOptions = {
  currency: string;
  /** Where the operator delivers; may be empty. */
  region: string;
  presets: Presets;
};

/** The FAQ of a deployment. All figures are from the specification. */
export function createFaqEntries({ currency, region, presets }: FaqOptions): readonly FaqEntry[] {
  const figures = new Map<string, string | number>([
    ['radiusMiles', DELIVERY_RADIUS_MILES],
    ['inRegion', region === '' ? '' : ` in ${region}`],
    ['attempts', MAX_DELIVERY_ATTEMPTS],
    ['pounds', Math.round(PARCEL_WEIGHT_MAX / KG_PER_POUND)],
    ['kilograms', PARCEL_WEIGHT_MAX],
    ['inches', Math.round(PARCEL_SIDES_MAX / METRES_PER_INCH)],
    ['centimetres', Math.round(PARCEL_SIDES_MAX * 100)],
    ['sideMin', DIMENSION_MIN],
    ['sideMax', DIMENSION_MAX],
    ['sideStep', DIMENSION_STEP],
    ['weightMin', WEIGHT_MIN],
    ['weightMax', WEIGHT_MAX],
    ['presets', presetSentence(presets)],
    ['trackingMinutes', TRACKING_REFRESH_MS / 60_000],
    ['currency', currencyText(currency)],
  ]);
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => String(figures.get(name)));
  return faq.map((entry) => ({ ...entry, answer: fill(entry.answer) }));
}

function presetSentence(presets: Presets): string {
  const sizes = offeredSizes(presets).map((size) => `${size.label} (${formatVolume(volumeOf(size))})`);
  const weights = offeredWeights(presets).map(({ label, weight }) =>
    label.includes(String(weight)) ? label : `${label} (up to ${formatWeight(weight)})`,
  );
  return `The presets for the size are ${formatList(sizes)}. The presets for the weight are ${formatList(weights)}.`;
}

function formatList(items: string[]): string {
  return new Intl.ListFormat('en').format(items);
}

/** The entries whose question, answer or keywords contain the text, ignoring case; all entries if it is blank. */
export function searchFaq(text: string, entries: readonly FaqEntry[]): readonly FaqEntry[] {
  const query = text.trim().toLowerCase();
  if (query === '') return entries;
  return entries.filter(({ question, answer, keywords }) =>
    `${question}\n${answer}\n${keywords}`.toLowerCase().includes(query),
  );
}

export type FaqGroup = { category: string; entries: readonly FaqEntry[] };

export function groupFaq(entries: readonly FaqEntry[]): FaqGroup[] {
  return [...new Set(entries.map(({ category }) => category))].map((category) => ({
    category,
    entries: entries.filter((entry) => entry.category === category),
  }));
}
