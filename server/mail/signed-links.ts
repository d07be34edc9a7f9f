import { createHmac } from 'node:crypto';
import type { Hono } from 'hono';
import { isSameSecret } from '../config/operators.ts';
import type { Secrets } from '../config/secret.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { rejectOtherMethods } from '../http/reject-requests.ts';
import type { AppEnv } from '../http/request-context.ts';
import { confirmEmail, findEmailOf, type UserRow, updateUser } from '../queries/users.ts';

type LinkDependencies = { db: Db; clock: Clock; secrets: Secrets };
type SignedLink = {
  /** A part of the path. It keeps a link from being used for another purpose. */
  purpose: string;
  /** Whether links of emails from before they named the email address still act, because they can do no harm. */
  isForOldLinks?: boolean;
  question: string;
  button: string;
  done: string;
  followUp: string;
  act(dependencies: LinkDependencies, userId: number): Promise<unknown>;
};

const LINKS = {
  unsubscribe: {
    purpose: 'unsubscribe',
    isForOldLinks: true,
    question: 'Do you want to turn off emails about your deliveries?',
    button: 'Turn off',
    done: 'You will get no more emails about your deliveries.',
    followUp: 'You can turn them on again in <a href="/account">your account</a>.',
    act: ({ db }, userId) => updateUser(db, userId, { hasMailUpdates: false }),
  },
  confirmEmail: {
    purpose: 'confirm-email',
    question: 'Did you create an account with this email address?',
    button: 'Confirm my email',
    done: 'Your email is confirmed.',
    followUp:
      'We will email you about your deliveries. You can turn this off in <a href="/account">your account</a>.',
    act: ({ db, clock }, userId) => confirmEmail(db, userId, clock.now()),
  },
} satisfies Record<string, SignedLink>;

const TOKEN = /^([1-9]\d{0,8})\.([\w-]{43})$/;

/**
 * An address that acts for one account. It needs no login, and no one can guess it. It names the email address too,
 * because the id of an account that a restored backup does not contain is given to another account.
 */
export function signedLink(
  name: keyof typeof LINKS,
  publicUrl: string,
  secret: Uint8Array,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
) {
  const { purpose } = LINKS[name];
  return `${publicUrl}/api/${purpose}/${id}.${signature(secret, purpose, `${id} ${email}`)}`;
}

/**
 * The addresses in emails that act for an account; that of the List-Unsubscribe header is one of them. A POST acts, as
 * RFC 8058 requires. A GET only asks, because mail scanners open every link.
 */
export function mountSignedLinks(app: Hono<AppEnv>, dependencies: LinkDependencies): void {
  for (const link of Object.values<SignedLink>(LINKS)) {
    const path = `/api/${link.purpose}/:token` as const;
    app.on(['GET', 'POST'], path, async (context) => {
      context.header('cache-control', 'no-store');
      const userId = await parseToken(context.req.param('token'), link, dependencies);
      if (context.req.method !== 'POST') {
        return context.html(
          page(link.question, `<form method="post"><button>${link.button}</button></form>`),
        );
      }
      await link.act(dependencies, userId);
      return context.html(page(link.done, `<p>${link.followUp}</p>`));
    });
    rejectOtherMethods(app, path, ['GET', 'POST']);
  }
}

async function parseToken(
  token: string,
  { purpose, isForOldLinks = false }: SignedLink,
  { db, secrets }: LinkDependencies,
): Promise<number> {
  const [, id = '0', mac = ''] = TOKEN.exec(token) ?? [];
  const email = await findEmailOf(db, Number(id));
  if (email === undefined) throw new ApiError(404, 'NOT_FOUND');
  const accounts = [`${id} ${email}`, ...(isForOldLinks ? [id] : [])];
  const isSigned = secrets.some((secret) =>
    accounts.some((account) => isSameSecret(mac, signature(secret, purpose, account))),
  );
  if (!isSigned) throw new ApiError(404, 'NOT_FOUND');
  return Number(id);
}

function signature(secret: Uint8Array, purpose: string, account: string): string {
  return createHmac('sha256', secret).update(`${purpose} ${account}`).digest('base64url');
}

function page(heading: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${heading}</title></head><body><h1>${heading}</h1>${content}</body></html>`;
}
