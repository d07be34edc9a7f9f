import {
  DIMENSION_MAX,
  DIMENSION_MIN,
  MAX_DELIVERY_ATTEMPTS,
  TRACKING_REFRESH_MS,
  WEIGHT_MAX,
  WEIGHT_MIN,
} from '../../contract/constants.ts';
import { currencyText, DEFAULT_CURRENCY } from '../../contract/money.ts';
import { DEFAULT_PRESETS, offeredSizes, offeredWeights, type Presets } from '../../contract/presets.ts';
import { volumeOf } from '../../contract/rules.ts';
import { formatVolume, formatWeight } from '../../domain/format.ts';
import {
  DELIVERY_RADIUS_MILES,
  DIMENSION_STEP,
  PARCEL_SIDES_MAX,
  PARCEL_WEIGHT_MAX,
} from '../../domain/limits.ts';

const KG_PER_POUND = 0.4536;
const METRES_PER_INCH = 0.0254;

/** The categories in the order of the page. */
const FAQ_CATEGORIES = [
  { category: 'delivery', title: 'Delivery' },
  { category: 'packages', title: 'Packages' },
  { category: 'tracking', title: 'Tracking' },
  { category: 'payment', title: 'Payment' },
  { category: 'orders', title: 'Orders' },
  { category: 'insurance', title: 'Insurance' },
  { category: 'account', title: 'Account' },
] as const;
type FaqCategory = (typeof FAQ_CATEGORIES)[number]['category'];

export type FaqEntry = {
  id: string;
  question: string;
  answer: string;
  category: FaqCategory;
  /** Words that people search for and that the question and the answer do not contain. */
  keywords: string;
};

type FaqOptions = {
  currency: string;
  /** Where the operator delivers; may be empty. */
  region: string;
  presets: Presets;
};

/** The FAQ of a deployment. All figures are from the specification. */
export function createFaqEntries({ currency, region, presets }: FaqOptions): readonly FaqEntry[] {
  return [
    {
      id: 'delivery-times',
      category: 'delivery',
      keywords: 'how fast, speed, when, arrival, eta, duration, weekend',
      question: 'How long does delivery take?',
      answer:
        'Standard delivery takes 1-2 business days in the city and 2-4 business days in the suburbs. Express delivery arrives the same day or the next day.',
    },
    {
      id: 'delivery-areas',
      category: 'delivery',
      keywords: 'where, distance, zone, region, abroad, far',
      question: 'Which areas do you deliver to?',
      answer: `We deliver within a radius of ${DELIVERY_RADIUS_MILES} miles (80 km)${region === '' ? '' : ` in ${region}`}. If your drop-off is farther away, you can still send the request and we will tell you whether we can take it.`,
    },
    {
      id: 'delivery-failure',
      category: 'delivery',
      keywords: 'missed, not at home, nobody home, return, failed attempt',
      question: 'What happens if a delivery fails?',
      answer: `We make up to ${MAX_DELIVERY_ATTEMPTS} delivery attempts. If all of them fail, the package is returned to our facility, and we contact you to arrange what happens next.`,
    },
    {
      id: 'package-limits',
      category: 'packages',
      keywords: 'size, dimensions, measurements, big, heavy, maximum',
      question: 'How large and heavy can a package be?',
      answer: `A package may weigh up to ${Math.round(PARCEL_WEIGHT_MAX / KG_PER_POUND)} pounds (${PARCEL_WEIGHT_MAX} kg), and its length, width and height together may be up to ${Math.round(PARCEL_SIDES_MAX / METRES_PER_INCH)} inches (${Math.round(PARCEL_SIDES_MAX * 100)} cm). For larger packages choose Custom: each side from ${DIMENSION_MIN} to ${DIMENSION_MAX} m in steps of ${DIMENSION_STEP} m, and a weight from ${WEIGHT_MIN} to ${WEIGHT_MAX} kg in whole kilograms. ${presetSentence(presets)}`,
    },
    {
      id: 'fragile-items',
      category: 'packages',
      keywords: 'glass, breakable, special handling',
      question: 'How do you handle fragile items?',
      answer:
        'Switch on Fragile when you describe your package, and add details under Special Instructions. Our drivers then give it special handling. Please pack fragile things well, with padding on every side.',
    },
    {
      id: 'tracking',
      category: 'tracking',
      keywords: 'where is my parcel, status, lost, tracking link',
      question: 'How do I track my package?',
      answer: `Enter your tracking number on the Tracking page, or open the delivery in My Deliveries if you have an account. The tracking page updates every ${TRACKING_REFRESH_MS / 60_000} minutes.`,
    },
    {
      id: 'payment-methods',
      category: 'payment',
      keywords:
        'cost, price, prices, fee, charge, how much, tariff, quote, estimate, checkout, receipt, invoice, VAT, visa, mastercard, debit',
      question: 'Which payment methods do you accept?',
      answer: `You see the price before you complete a request. You pay by credit or debit card, in ${currencyText(currency)}, on the secure page of our card payment provider. With an account you can save cards and choose a default one. We never see or store your full card number.`,
    },
    {
      id: 'cancel-or-modify',
      category: 'orders',
      keywords: 'refund, money back, change, edit, delete, address change',
      question: 'Can I cancel or modify my order?',
      answer:
        'Yes. An order can be cancelled or modified until a driver picks it up. Until you have paid you can edit or delete it yourself under My Deliveries; after that, please contact support. If a paid delivery is canceled, we refund what you have paid.',
    },
    {
      id: 'insurance',
      category: 'insurance',
      keywords: 'damage, loss, compensation, refund, broken, stolen',
      question: 'Is my package insured?',
      answer:
        'Every package is insured automatically for up to $100. If something is damaged or lost, file your claim within 7 days of the delivery date.',
    },
    {
      id: 'business-account',
      category: 'account',
      keywords: 'company, company invoice, corporate, contract',
      question: 'How do I get a business account?',
      answer:
        'Email our support team and tell us about your company. We answer business applications within 2 business days. Business accounts are invoiced with net-30 terms.',
    },
  ];
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

/** The FAQ of a deployment with the default settings. */
export const FAQ_ENTRIES = createFaqEntries({
  currency: DEFAULT_CURRENCY,
  region: '',
  presets: DEFAULT_PRESETS,
});

/** The entries whose question, answer or keywords contain the text, ignoring case; all entries if it is blank. */
export function searchFaq(text: string, entries: readonly FaqEntry[]): readonly FaqEntry[] {
  const query = text.trim().toLowerCase();
  if (query === '') return entries;
  return entries.filter(({ question, answer, keywords }) =>
    `${question}\n${answer}\n${keywords}`.toLowerCase().includes(query),
  );
}

export type FaqGroup = { category: FaqCategory; title: string; entries: readonly FaqEntry[] };

/** The entries by category, without empty categories. */
export function groupFaq(entries: readonly FaqEntry[]): FaqGroup[] {
  return FAQ_CATEGORIES.map(({ category, title }) => ({
    category,
    title,
    entries: entries.filter((entry) => entry.category === category),
  })).filter((group) => group.entries.length > 0);
}
