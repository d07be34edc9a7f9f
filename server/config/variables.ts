import * as v from 'valibot';
import { parseTrustedProxies } from './trusted-proxies.ts';

const Url = (...beginnings: string[]) => {
  const hasBeginning = (value: string) =>
    beginnings.some((beginning) => value.toLowerCase().startsWith(beginning));
  return v.pipe(
    v.string(),
    v.check(
      (value) => URL.canParse(value) && hasBeginning(value),
      ({ input }) =>
        hasBeginning(input)
          ? 'is not a valid address: check its host and port, and write / as %2F, # as %23 and ? as %3F in a password'
          : `must be an address that begins with ${beginnings.join(' or ')}`,
    ),
  );
};
/** pg checks certificates in these modes too, but warns in eleven lines that a later version will not. */
const PostgresUrl = v.pipe(
  Url('postgres://', 'postgresql://'),
  v.transform((url) =>
    // With this parameter they mean what they mean to libpq.
    url.replace(/^(?!.*uselibpqcompat)(.*[?&])sslmode=(prefer|require|verify-ca)\b/, '$1sslmode=verify-full'),
  ),
);
const WebUrl = Url('http://', 'https://');
/** Neither browsers nor Node.js's fetch load an address with a password. */
const noPassword = v.check(
  (value: string) => !URL.canParse(value) || !/^\w+:\/\/[^/]*@/.test(new URL(value).href),
  'must not contain a password',
);
/** The page loads it, and its host is part of the content security policy, which has no other characters. */
const PageUrl = v.pipe(
  WebUrl,
  noPassword,
  v.check(
    (value) => !URL.canParse(value) || /^[a-z\d.-]+$/.test(new URL(value.replaceAll('{s}', 'a')).hostname),
    'must have a host of letters, digits, dots and hyphens',
  ),
);
/** The paths of calls are appended to it. */
const BaseUrl = v.pipe(WebUrl, v.regex(/^[^?#]*$/, 'must be an address without a query'));
export const flag = (message: string) =>
  v.pipe(
    v.picklist(['0', '1'], message),
    v.transform((value) => value === '1'),
  );
const Flag = flag('must be 0 or 1');
export const wholeNumber = (message: string, max: number, maxMessage = message) =>
  v.pipe(
    v.string(),
    v.digits(message),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.maxValue(max, maxMessage),
  );
const numberUpTo = (max: number, unit: string) =>
  v.pipe(
    v.string(),
    v.transform(Number),
    v.number(`must be a number of ${unit}`),
    v.maxValue(max, `must be at most ${max} ${unit}`),
  );
const Seconds = (max: number) => v.pipe(numberUpTo(max, 'seconds'), v.minValue(0, 'must not be negative'));
const AtLeastOneSecond = v.pipe(numberUpTo(600, 'seconds'), v.minValue(1, 'must be at least 1 second'));
const PoolSize = v.pipe(
  numberUpTo(1000, 'connections'),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
);
const MIN_SECRET = 32;
const split = v.transform((text: string) => text.split(',').map((part) => part.trim()));
/** One value, or two during a rotation: the new one first. */
const Secrets = v.pipe(
  v.string(),
  split,
  v.maxLength(2, 'must have at most two values between commas'),
  v.everyItem((secret) => secret.length >= MIN_SECRET, `must have at least ${MIN_SECRET} characters`),
);
const NamedSecrets = v.pipe(
  v.string(),
  split,
  v.everyItem(
    (entry) => new RegExp(`^[a-z][\\w.-]{0,39}:.{${MIN_SECRET},}$`, 'i').test(entry),
    `must be name:token between commas, each token of at least ${MIN_SECRET} characters`,
  ),
  v.transform((entries) =>
    entries.map((entry) => {
      const colon = entry.indexOf(':');
      return { name: entry.slice(0, colon), token: entry.slice(colon + 1) };
    }),
  ),
);
const startsWith = (...beginnings: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => beginnings.some((beginning) => value.startsWith(beginning) && value !== beginning),
      `must begin with ${beginnings.join(' or ')} and not end there`,
    ),
  );

/** The environment of a server: each variable, its default and its check. */
export const Variables = v.object({
  PORT: v.optional(wholeNumber('must be a port number', 65_535), '8080'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), './data'),
  BUSINESS_FILE: v.optional(v.string()),
  PUBLIC_URL: v.optional(
    v.pipe(
      WebUrl,
      v.check(
        (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
        'must be scheme and host only, without a path, a query or a password',
      ),
    ),
  ),
  DATABASE_URL: v.optional(PostgresUrl),
  DATABASE_DIRECT_URL: v.optional(PostgresUrl),
  DATABASE_REPLICA_URL: v.optional(PostgresUrl),
  DATABASE_POOL_SIZE: v.optional(PoolSize, '7'),
  DATABASE_POOL_WAIT: v.optional(AtLeastOneSecond, '5'),
  DATABASE_STATEMENT_TIMEOUT: v.optional(AtLeastOneSecond, '10'),
  DATABASE_WAIT: v.optional(Seconds(3600), '30'),
  MIGRATE_ON_START: v.optional(Flag, '1'),
  SHUTDOWN_DELAY: v.optional(Seconds(300)),
  SESSION_SECRET: v.optional(Secrets),
  OPS_TOKEN: v.optional(Secrets),
  OPS_TOKENS: v.optional(NamedSecrets),
  RATE_LIMITS: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  NOMINATIM_URL: v.optional(BaseUrl),
  NOMINATIM_RATE: v.optional(
    v.pipe(numberUpTo(1000, 'requests a second'), v.gtValue(0, 'must be more than 0 requests a second')),
    '1',
  ),
  TILE_URL: v.optional(
    v.pipe(
      PageUrl,
      v.regex(/^(?=.*\{z\})(?=.*\{x\}).*\{-?y\}/, 'must contain {z}, {x} and {y}'),
      v.regex(/^([^{}]|\{([rsxyz]|-y)\})*$/, 'must contain no other placeholders than {s} and {r}'),
    ),
  ),
  HOOK_URL: v.optional(v.pipe(BaseUrl, noPassword)),
  SMTP_URL: v.optional(
    v.pipe(
      Url('smtp://', 'smtps://'),
      v.check((value) => !URL.canParse(value) || new URL(value).hostname !== '', 'must name a host'),
    ),
  ),
  STRIPE_SECRET_KEY: v.optional(startsWith('sk_', 'rk_')),
  STRIPE_FORMER_SECRET_KEY: v.optional(startsWith('sk_', 'rk_')),
  STRIPE_WEBHOOK_SECRET: v.optional(startsWith('whsec_')),
  STRIPE_PUBLISHABLE_KEY: v.optional(startsWith('pk_')),
  CHECKOUT_HOSTS: v.optional(
    v.pipe(
      v.string(),
      split,
      v.everyItem(
        (host) => /^(?=.{1,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(host),
        'must be host names like pay.send.example between commas',
      ),
    ),
  ),
  PUSH_LOCAL: v.optional(Flag, '0'),
  CONVERSION_ID: v.optional(startsWith('AW-')),
  SESSION_RECORDING_URL: v.optional(PageUrl),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const proxies = parseTrustedProxies(dataset.value);
        if (proxies !== undefined) return proxies;
        addIssue({ message: 'must be 1, or addresses and networks (10.0.0.0/8) between commas' });
        return NEVER;
      }),
    ),
  ),
  SECURITY_CONTACT: v.optional(
    v.pipe(
      Url('mailto:', 'https://'),
      v.regex(/^mailto:.+@.|^https:/i, 'must name an email address after mailto:'),
    ),
  ),
  DEMO: v.optional(Flag),
  SANDBOX: v.optional(Flag, '0'),
});
