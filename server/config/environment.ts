import * as v from 'valibot';
import { type Business, businessWarnings, DEFAULT_BUSINESS, readBusiness } from './business.ts';
import { isLoopbackHost } from './loopback.ts';
import { OperatorError } from './operator-error.ts';
import type { OperatorToken } from './operators.ts';
import { Variables } from './variables.ts';

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
 * Reads and validates the environment of a server. An empty variable counts as not set, and spaces around a value do
 * not count.
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
  const trimmed = Object.entries(env).map(([name, value = '']): [string, string] => [name, value.trim()]);
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const quoted = Object.keys(Variables.entries).filter((name) => /^(["']).*\1$/.test(given[name] ?? ''));
  if (quoted.length > 0) {
    throw new EnvironmentError(
      quoted.map((name) => `${name} is in quotes, which are part of the value. Remove them.`),
    );
  }
  const parsed = v.safeParse(Variables, given);
  if (!parsed.success) {
    throw new EnvironmentError(parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}.`));
  }
  const vars = parsed.output;
  const file =
    vars.BUSINESS_FILE === undefined ? { business: DEFAULT_BUSINESS } : readBusiness(vars.BUSINESS_FILE);
  if ('errors' in file) throw new EnvironmentError(file.errors.map((error) => `BUSINESS_FILE ${error}`));
  const misspelled = misspelledVariables(Object.keys(given), Object.keys(Variables.entries));
  const settings = toSettings(vars, file.business);
  const warnings = [...misspelled, ...businessWarnings(file.business), ...publicWarnings(settings, vars)];
  return { settings: { ...settings, warnings }, vars };
}

/** What is allowed, but hardly meant for customers. Addresses of this machine need no encryption. */
function publicWarnings(
  { isSecure, publicUrl, isLoopback, isDemonstration }: ReturnType<typeof toSettings>,
  { TILE_URL, SESSION_RECORDING_URL, STRIPE_SECRET_KEY = '' }: v.InferOutput<typeof Variables>,
): string[] {
  const isOpen = (url = '') => /^http:/i.test(url) && !isLoopbackHost(new URL(url).hostname);
  return sentencesThatApply({
    'PUBLIC_URL is not https: without it browsers allow neither offline use nor installation.':
      isOpen(publicUrl),
    'TILE_URL is not https, but PUBLIC_URL is: browsers do not load it.': isSecure && isOpen(TILE_URL),
    'SESSION_RECORDING_URL is not https, but PUBLIC_URL is: browsers do not load it.':
      isSecure && isOpen(SESSION_RECORDING_URL),
    'STRIPE_SECRET_KEY is a test key: anyone can pay with a test card.':
      !isLoopback && !isDemonstration && STRIPE_SECRET_KEY.includes('_test_'),
  });
}

function sentencesThatApply(sentences: Record<string, boolean>): string[] {
  return Object.entries(sentences).flatMap(([sentence, applies]) => (applies ? [sentence] : []));
}

function toSettings(vars: v.InferOutput<typeof Variables>, business: Business) {
  const publicUrl = new URL(vars.PUBLIC_URL ?? `http://localhost:${vars.PORT}`).origin;
  const isLoopback = isLoopbackHost(new URL(publicUrl).hostname) && isLoopbackHost(vars.HOST);
  const isDemo =
    vars.DEMO ?? (isLoopback && vars.PUBLIC_URL === undefined && vars.DATABASE_URL === undefined);
  const hasSandbox = isDemo || vars.STRIPE_SECRET_KEY === undefined || vars.SMTP_URL === undefined;
  const operators: readonly OperatorToken[] = [
    ...(vars.OPS_TOKEN ?? []).map((token) => ({ name: 'operator', token })),
    ...(vars.OPS_TOKENS ?? []),
  ];
  return {
    port: vars.PORT,
    host: vars.HOST,
    dataDir: vars.DATA_DIR,
    /** Scheme and host, without a final slash. */
    publicUrl,
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
    /** How long it accepts requests after SIGTERM. Beside an embedded database no other process could take over. */
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

/** What must not be set together, one sentence each. */
function findConflicts(settings: Settings, isSandboxAllowed: boolean): string[] {
  const { databaseUrl, databaseDirectUrl, replicaUrl, isSecure, smtpUrl, operators } = settings;
  const { secretKey, publishableKey, webhookSecret, formerSecretKey } = settings.stripe;
  const hasKey = secretKey !== undefined;
  const isLive = (key = '') => /^(sk|rk|pk)_live_/.test(key);
  const isOpenSandbox = settings.isDemonstration && !isSandboxAllowed;
  return sentencesThatApply({
    'DATABASE_URL is not set, but DATABASE_DIRECT_URL or DATABASE_REPLICA_URL is.':
      databaseUrl === undefined && (databaseDirectUrl ?? replicaUrl) !== undefined,
    'OPS_TOKEN and OPS_TOKENS must have a different token for each operator: the audit log names operators by it.':
      new Set(operators.map(({ token }) => token)).size < operators.length,
    'RATE_LIMITS=off is for load tests only: not with an https PUBLIC_URL.':
      isSecure && !settings.hasRateLimits,
    'PUSH_LOCAL=1 is for development: only with a PUBLIC_URL and a HOST that are loopback addresses.':
      settings.push.allowsLocal && !settings.isLoopback,
    [`STRIPE_SECRET_KEY is not set: anyone could pay with a test card. ${SET_OR_ALLOW}`]:
      isOpenSandbox && !hasKey,
    [`SMTP_URL is not set: all emails would go to a page of the sandbox. ${SET_OR_ALLOW}`]:
      isOpenSandbox && smtpUrl === undefined,
    'DEMO=1 creates an account with a published password. Set DEMO=0, or SANDBOX=1.':
      isOpenSandbox && settings.isDemo,
    'PUBLIC_URL and HOST are not both loopback addresses, and only SANDBOX=1 allows other machines to use the sandbox.':
      isOpenSandbox,
    'STRIPE_PUBLISHABLE_KEY is not set, but STRIPE_SECRET_KEY is: cards could not be saved.':
      hasKey && publishableKey === undefined,
    'STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY is: payments would be seen late. Set the signing secret of the webhook endpoint.':
      hasKey && webhookSecret === undefined,
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.':
      hasKey && publishableKey !== undefined && isLive(secretKey) !== isLive(publishableKey),
    'STRIPE_SECRET_KEY is a live key, but PUBLIC_URL is not https: customers would pay over http.':
      isLive(secretKey) && !isSecure,
    'STRIPE_SECRET_KEY is a live key, but a demonstration says that payments are simulated. Set SMTP_URL and DEMO=0.':
      isLive(secretKey) && settings.isDemonstration && isSandboxAllowed,
    'STRIPE_SECRET_KEY is not set, but another STRIPE_ variable is.':
      !hasKey && (publishableKey ?? webhookSecret ?? formerSecretKey) !== undefined,
  });
}

/** Shorter names resemble those of too many other programs. */
const MIN_LENGTH = 7;

/** A sentence for each variable that is no setting, but differs from one in a single letter, or in two swapped ones. */
function misspelledVariables(names: readonly string[], settings: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (name.length < MIN_LENGTH || settings.includes(name)) return [];
    const shortened = new Set(withoutOneLetter(name));
    const meant = settings.find((setting) =>
      withoutOneLetter(setting).some((each) => each.length >= MIN_LENGTH - 1 && shortened.has(each)),
    );
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
  });
}

/** The name itself, and each name that one letter less leaves. */
function withoutOneLetter(name: string): string[] {
  return [name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))];
}
