import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { formatCents } from '../../src/contract/money.ts';
import { StrictPresetsSchema } from '../../src/contract/preset-schema.ts';
import { DEFAULT_TARIFF, toBasisPoints } from '../../src/contract/price.ts';
import { Tariff } from '../../src/contract/tariff.ts';
import minimumAmounts from './minimum-amounts.json';

/** Stripe's minimum amounts, in the smallest unit of each currency. */
const MINIMUMS = new Map(Object.entries(minimumAmounts));
const USUAL_MINIMUM = 50;

/** @param currency in any case, such as `eur` */
export function minimumOf(currency: string): number {
  return MINIMUMS.get(currency.toLowerCase()) ?? USUAL_MINIMUM;
}

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(300, 'is too long'));
const email = v.pipe(v.string(), v.email('must be an email address'));
/** The provider pays this one out in whole units only. */
const WITHOUT_DECIMALS = 'TWD';
/** All amounts are whole cents, which only fits currencies with two decimals. */
const currency = v.pipe(
  v.string(),
  v.check(
    (code) =>
      Intl.supportedValuesOf('currency').includes(code) &&
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
        .maximumFractionDigits === 2 &&
      code !== WITHOUT_DECIMALS,
    'must be the code of a currency with two decimals, such as EUR or GBP',
  ),
);

const BusinessTariff = v.pipe(
  v.strictObject({ ...Tariff.entries, currency }),
  v.forward(
    // Receipts store hundredths of a percent.
    v.check(
      ({ vatPercent }) => toBasisPoints(vatPercent) / 100 === vatPercent,
      'must have at most two decimals',
    ),
    ['vatPercent'],
  ),
  // Deliveries at such a price could never be paid. (PAY-94)
  v.check(
    ({ baseCents, speedCents, currency }) => baseCents + Math.min(...speedCents) >= minimumOf(currency),
    ({ input: { currency } }) =>
      `has a smallest price below ${formatCents(minimumOf(currency), currency)}, which the payment provider does not collect`,
  ),
);

/**
 * The settings that differ between businesses: prices, names and addresses. They are no code and contain no secrets.
 */
const Business = v.strictObject({
  tariff: v.optional(BusinessTariff, DEFAULT_TARIFF),
  support: v.optional(
    v.strictObject({
      email: v.optional(email),
      chatUrl: v.optional(
        v.pipe(
          v.string(),
          v.check((url) => /^https:\/\//.test(url) && URL.canParse(url), 'must be an https address'),
        ),
      ),
    }),
    {},
  ),
  sender: v.optional(v.strictObject({ name: v.optional(text), email: v.optional(email) }), {}),
  /** The company, as the legal pages, the FAQ and emails name it. */
  operator: v.optional(v.strictObject(optionalTexts(DEFAULT_CONFIG.operator)), {}),
  /** How many months after its end a customer's delivery is deleted. */
  retentionMonths: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(600))),
  /** What bank statements show after the name of the account at the payment provider. */
  statementDescriptor: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?=.*[A-Za-z])[A-Za-z0-9 .&+-]{2,12}$/,
        'must have 2 to 12 characters: letters without accents, digits, spaces, and . & + -, with at least one letter',
      ),
    ),
  ),
  /** The sizes and weights that the wizard offers besides Standard, Light, Heavy and Custom. */
  presets: v.optional(StrictPresetsSchema),
  /** The time zone of the operator's books: their days begin and end there. */
  timeZone: v.optional(
    v.pipe(v.string(), v.check(isTimeZone, 'must be the name of a time zone, such as Europe/Dublin')),
    'Europe/Dublin',
  ),
  /** The initial view of maps. */
  map: v.optional(
    v.strictObject({
      latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
      longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
      zoom: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(19)),
    }),
  ),
});
export type Business = v.InferOutput<typeof Business>;

export const DEFAULT_BUSINESS: Business = v.parse(Business, {});

/** The name under which customers know the service, in emails about their account and as the sender of all emails. */
export function serviceName({ sender, operator }: Business): string {
  return sender.name ?? operator.name ?? 'Send';
}

/** What the server starts with, although it is probably not meant. */
export function businessWarnings({ operator, retentionMonths }: Business): string[] {
  return operator.retention === undefined || retentionMonths !== undefined
    ? []
    : ['BUSINESS_FILE states operator.retention, but no delivery is deleted without retentionMonths.'];
}

/** Reads and checks the file; returns the settings, or one sentence for each error. */
export function readBusiness(path: string): { business: Business } | { errors: string[] } {
  let content: unknown;
  try {
    // It also removes the byte order mark with which some editors begin a file.
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)));
  } catch (error) {
    const isSyntaxError = error instanceof SyntaxError;
    const reason = error instanceof Error ? error.message : String(error);
    return { errors: [`${path} ${isSyntaxError ? 'is not valid JSON' : 'cannot be read'}: ${reason}.`] };
  }
  // An array would pass as an object without settings.
  if (Array.isArray(content)) return { errors: [`${path}: The content must be an object.`] };
  const parsed = v.safeParse(Business, content);
  if (parsed.success) return { business: withStatedRetention(parsed.output) };
  return {
    errors: parsed.issues.map(
      (issue) => `${path}: ${v.getDotPath(issue) ?? 'The content'} ${describe(issue)}.`,
    ),
  };
}

/** The privacy page states what the server does. */
function withStatedRetention({ operator, retentionMonths, ...business }: Business): Business {
  const retention =
    operator.retention ?? (retentionMonths === undefined ? undefined : `${retentionMonths} months`);
  return { ...business, retentionMonths, operator: { ...operator, retention } };
}

function describe(issue: v.BaseIssue<unknown>): string {
  if (issue.kind !== 'schema') {
    if (issue.type === 'integer') return 'must be a whole number';
    if (issue.type === 'min_value') return `must be at least ${issue.requirement}`;
    if (issue.type === 'max_value') return `must be at most ${issue.requirement}`;
    if (issue.type === 'gt_value') return `must be more than ${issue.requirement}`;
    return issue.message;
  }
  if (issue.expected === 'never') return 'is not a known setting';
  if (issue.received === 'undefined') return 'is missing';
  if (issue.expected === 'Array') return 'must be a list';
  return `must be ${issue.expected === 'Object' ? 'an object' : `a ${issue.expected}`}`;
}

function optionalTexts<Key extends string>(entries: Record<Key, unknown>) {
  return v.entriesFromList(
    Object.keys(entries).filter((key): key is Key => key in entries),
    v.optional(text),
  );
}

function isTimeZone(name: string): boolean {
  try {
    // The database knows no offsets such as +01:00 under this name, and other abbreviations than Node.js.
    return (
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' &&
      /^[A-Z].*\/|^UTC$/.test(name)
    );
  } catch {
    return false;
  }
}
