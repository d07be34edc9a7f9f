import * as v from 'valibot';
import { type Business, businessWarnings, DEFAULT_BUSINESS, readBusiness } from './business.ts';
import { isLoopbackHost } from './loopback.ts';
import { misspelledVariables } from './misspelled-variables.ts';
import { OperatorError } from './operator-error.ts';
import type { Operator } from './operators.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';
import { isVapidKey } from './vapid-key.ts';

/** A URL with one of these protocols. */
const Url = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address that begins with ${protocols.map((protocol) => (protocol === 'mailto:' ? protocol : `${protocol}//`)).join(' or ')}`,
    ),
  );
/** pg checks certificates in these modes too, but warns in eleven lines that a later version will not. */
const PostgresUrl = v.pipe(
  Url(['postgres:', 'postgresql:']),
  v.transform((url) =>
    // With this parameter they mean what they mean to libpq.
    url.replace(/^(?!.*uselibpqcompat)(.*[?&])sslmode=(prefer|require|verify-ca)\b/, '$1sslmode=verify-full'),
  ),
);
const WebUrl = Url(['http:', 'https:']);
const Flag = v.pipe(
  v.picklist(['0', '1'], 'must be 0 or 1'),
  v.transform((value) => value === '1'),
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
      (value) => beginnings.some((beginning) => value.startsWith(beginning)),
      `must begin with ${beginnings.join(' or ')}`,
    ),
  );

const Variables = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.digits('must be a port number'),
      v.transform(Number),
      v.maxValue(65_535, 'must be a port number'),
    ),
    '8080',
  ),
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
  NOMINATIM_URL: v.optional(WebUrl),
  NOMINATIM_RATE: v.optional(
    v.pipe(numberUpTo(1000, 'requests a second'), v.gtValue(0, 'must be more than 0 requests a second')),
    '1',
  ),
  TILE_URL: v.optional(WebUrl),
  HOOK_URL: v.optional(WebUrl),
  SMTP_URL: v.optional(Url(['smtp:', 'smtps:'])),
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
  VAPID_PRIVATE_KEY: v.optional(
    v.pipe(v.string(), v.check(isVapidKey, 'must be a private key of P-256: 32 bytes in base64url')),
  ),
  PUSH_LOCAL: v.optional(Flag, '0'),
  CONVERSION_ID: v.optional(startsWith('AW-')),
  SESSION_RECORDING_URL: v.optional(WebUrl),
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
  SECURITY_CONTACT: v.optional(Url(['mailto:', 'https:'])),
  DEMO: v.optional(Flag),
  SANDBOX: v.optional(Flag, '0'),
});

/** The validated configuration of the operator. */
export type Settings = ReturnType<typeof toSettings> & { warnings: string[] };

/** All errors of the environment, one line each. */
export class EnvironmentError extends OperatorError {
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.name = 'EnvironmentError';
  }
}

/**
 * Reads and validates the environment of a server. An empty variable counts as not set.
 * @throws EnvironmentError
 */
export function readEnvironment(env: Record<string, string | undefined>): Settings {
  const { settings, vars } = parseEnvironment(env);
  const faults = findConflicts(settings, vars.SANDBOX);
  const hasDatabase = settings.databaseUrl !== undefined;
  if (vars.PUBLIC_URL === undefined && (hasDatabase || !isLoopbackHost(settings.host))) {
    const reason = hasDatabase ? 'DATABASE_URL is' : 'HOST is public';
    faults.unshift(`PUBLIC_URL is not set, but ${reason}: emails and payments would lead to localhost.`);
  }
  if (faults.length > 0) throw new EnvironmentError(faults);
  return settings;
}

/**
 * The database that the command line tools use. They need no PUBLIC_URL and no keys of other services.
 * @throws EnvironmentError
 */
export function readDatabaseEnvironment(
  env: Record<string, string | undefined>,
): Pick<Settings, 'databaseUrl' | 'dataDir'> {
  const { databaseUrl, databaseDirectUrl, dataDir } = parseEnvironment(env).settings;
  return { databaseUrl: databaseDirectUrl ?? databaseUrl, dataDir };
}

function parseEnvironment(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => (value ?? '').trim() !== ''));
  const parsed = v.safeParse(Variables, given);
  if (!parsed.success) {
    throw new EnvironmentError(parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}.`));
  }
  const vars = parsed.output;
  const file =
    vars.BUSINESS_FILE === undefined ? { business: DEFAULT_BUSINESS } : readBusiness(vars.BUSINESS_FILE);
  if ('errors' in file) throw new EnvironmentError(file.errors.map((error) => `BUSINESS_FILE ${error}`));
  const misspelled = misspelledVariables(Object.keys(given), Object.keys(Variables.entries));
  const warnings = [...misspelled, ...businessWarnings(file.business)];
  return { settings: { ...toSettings(vars, file.business), warnings }, vars };
}

function toSettings(vars: v.InferOutput<typeof Variables>, business: Business) {
  const publicUrl = new URL(vars.PUBLIC_URL ?? `http://localhost:${vars.PORT}`).origin;
  const isLoopback = isLoopbackHost(new URL(publicUrl).hostname) && isLoopbackHost(vars.HOST);
  const isDemo =
    vars.DEMO ?? (isLoopback && vars.PUBLIC_URL === undefined && vars.DATABASE_URL === undefined);
  const hasSandbox = isDemo || vars.STRIPE_SECRET_KEY === undefined || vars.SMTP_URL === undefined;
  const operators: readonly Operator[] = [
    ...(vars.OPS_TOKEN ?? []).map((token) => ({ name: 'operator', token })),
    ...(vars.OPS_TOKENS ?? []),
  ];
  return {
    port: vars.PORT,
    host: vars.HOST,
    dataDir: vars.DATA_DIR,
    /** Scheme and host, without a final slash. */
    publicUrl,
    /** Whether PUBLIC_URL is https. */
    isSecure: publicUrl.startsWith('https:'),
    /** Whether PUBLIC_URL and HOST are both loopback addresses, so that only this machine reaches the server. */
    isLoopback,
    /** Whether other machines see parts of the sandbox, which only SANDBOX=1 allows. */
    isDemonstration: hasSandbox && !isLoopback,
    databaseUrl: vars.DATABASE_URL,
    /** The address of PostgreSQL itself, if DATABASE_URL is that of a pooler. */
    databaseDirectUrl: vars.DATABASE_DIRECT_URL,
    /** The address of a streaming replica, for reads. */
    replicaUrl: vars.DATABASE_REPLICA_URL,
    connections: {
      poolSize: vars.DATABASE_POOL_SIZE,
      /** How long a request waits for a connection. */
      poolWaitMs: vars.DATABASE_POOL_WAIT * 1000,
      statementTimeoutMs: vars.DATABASE_STATEMENT_TIMEOUT * 1000,
    },
    /** How long a start waits for PostgreSQL. */
    databaseWaitMs: vars.DATABASE_WAIT * 1000,
    migratesOnStart: vars.MIGRATE_ON_START,
    /**
     * How long the process still accepts requests after SIGTERM. With the embedded database there is no other process
     * that could take over.
     */
    shutdownDelayMs: (vars.SHUTDOWN_DELAY ?? (vars.DATABASE_URL === undefined ? 0 : 2)) * 1000,
    /** The first one signs, and a second one still verifies. Without any, the server creates a key in DATA_DIR. */
    sessionSecrets: vars.SESSION_SECRET ?? [],
    /** Without one there is no operator API. Those of OPS_TOKEN have the name "operator". */
    operators,
    hasRateLimits: vars.RATE_LIMITS === 'on',
    /** Prices, names and addresses, from BUSINESS_FILE. */
    business,
    nominatim: { url: vars.NOMINATIM_URL, perSecond: vars.NOMINATIM_RATE },
    tileUrl: vars.TILE_URL,
    hookUrl: vars.HOOK_URL,
    smtpUrl: vars.SMTP_URL,
    /** Without a secret key the embedded sandbox handles the payments. */
    stripe: {
      secretKey: vars.STRIPE_SECRET_KEY,
      /** The key of the account that was used before, while its payments are finished. */
      formerSecretKey: vars.STRIPE_FORMER_SECRET_KEY,
      webhookSecret: vars.STRIPE_WEBHOOK_SECRET,
      publishableKey: vars.STRIPE_PUBLISHABLE_KEY,
    },
    /** Additional hosts of checkout pages: the account's custom checkout domain. */
    checkoutHosts: vars.CHECKOUT_HOSTS ?? [],
    /** Both load only for guests and customers who have accepted. */
    analytics: { conversionId: vars.CONVERSION_ID, sessionRecordingUrl: vars.SESSION_RECORDING_URL },
    push: {
      /** Without one the server makes a key at its first start and stores it in the database. */
      privateKey: vars.VAPID_PRIVATE_KEY,
      /** Whether push services may be on this machine, for development and tests. */
      allowsLocal: vars.PUSH_LOCAL,
    },
    trustedProxies: vars.TRUST_PROXY,
    /** Where to report a vulnerability, as `/.well-known/security.txt` publishes it. */
    securityContact: vars.SECURITY_CONTACT,
    /** Demo account, its deliveries, and the simulator. */
    isDemo,
  };
}

const SET_OR_ALLOW = 'Set it, or set SANDBOX=1 for a demonstration.';

function findConflicts(settings: Settings, isSandboxAllowed: boolean): string[] {
  const { stripe, databaseUrl, databaseDirectUrl, replicaUrl } = settings;
  const faults: string[] = [];
  if (databaseUrl === undefined && (databaseDirectUrl ?? replicaUrl) !== undefined) {
    faults.push('DATABASE_URL is not set, but DATABASE_DIRECT_URL or DATABASE_REPLICA_URL is.');
  }
  if (settings.isSecure && !settings.hasRateLimits) {
    faults.push('RATE_LIMITS=off is for load tests only: not with an https PUBLIC_URL.');
  }
  if (settings.push.allowsLocal && !settings.isLoopback) {
    faults.push(
      'PUSH_LOCAL=1 is for development: only with a PUBLIC_URL and a HOST that are loopback addresses.',
    );
  }
  if (settings.isDemonstration && !isSandboxAllowed) {
    if (stripe.secretKey === undefined) {
      faults.push(`STRIPE_SECRET_KEY is not set: anyone could pay with a test card. ${SET_OR_ALLOW}`);
    }
    if (settings.smtpUrl === undefined) {
      faults.push(`SMTP_URL is not set: all emails would go to a page of the sandbox. ${SET_OR_ALLOW}`);
    }
    if (settings.isDemo) {
      faults.push('DEMO=1 creates an account with a published password. Set DEMO=0, or SANDBOX=1.');
    }
    faults.push(
      'PUBLIC_URL and HOST are not both loopback addresses, and only SANDBOX=1 allows other machines to use the sandbox.',
    );
  }
  if (stripe.secretKey !== undefined && stripe.publishableKey === undefined) {
    faults.push('STRIPE_PUBLISHABLE_KEY is not set, but STRIPE_SECRET_KEY is: cards could not be saved.');
  }
  if (stripe.secretKey !== undefined && stripe.webhookSecret === undefined) {
    faults.push(
      'STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY is: payments would be seen late. Set the signing secret of the webhook endpoint.',
    );
  }
  if (
    stripe.secretKey !== undefined &&
    stripe.publishableKey !== undefined &&
    isLiveKey(stripe.secretKey) !== isLiveKey(stripe.publishableKey)
  ) {
    faults.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.');
  }
  if (stripe.secretKey !== undefined && isLiveKey(stripe.secretKey) && !settings.isSecure) {
    faults.push(
      'STRIPE_SECRET_KEY is a live key, but PUBLIC_URL is not https: customers would pay over http.',
    );
  }
  if (
    stripe.secretKey === undefined &&
    (stripe.publishableKey ?? stripe.webhookSecret ?? stripe.formerSecretKey) !== undefined
  ) {
    faults.push('STRIPE_SECRET_KEY is not set, but another STRIPE_ variable is.');
  }
  return faults;
}

function isLiveKey(key: string): boolean {
  return /^(sk|rk|pk)_live_/.test(key);
}
