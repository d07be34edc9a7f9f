import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import type { Secrets } from '../config/secret.ts';
import type { Db } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';
import { rejectOtherMethods } from '../http/endpoints.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { setMailUpdates } from '../queries/users.ts';

const PATH = '/api/unsubscribe';
const TOKEN = /^([1-9]\d{0,9})\.([\w-]{43})$/;

/** An address that turns off the mails of one account. It needs no login, and nobody can guess it. */
export function unsubscribeUrl(publicUrl: string, secret: Uint8Array, userId: number): string {
  return `${publicUrl}${PATH}/${userId}.${signature(secret, String(userId)).toString('base64url')}`;
}

/**
 * The address of the List-Unsubscribe header. A POST turns the mails off, as RFC 8058 requires. A GET only asks,
 * because mail scanners open every link.
 */
export function mountUnsubscribe(app: Hono<AppEnv>, { db, secrets }: { db: Db; secrets: Secrets }): void {
  const path = `${PATH}/:token`;
  app.use(path, async (context, next) => {
    context.header('cache-control', 'no-store');
    await next();
  });
  app.get(path, (context) => {
    parseToken(context.req.param('token'), secrets);
    return context.html(
      page(
        'Do you want to turn off mails about your deliveries?',
        '<form method="post"><button>Turn off</button></form>',
      ),
    );
  });
  app.post(path, async (context) => {
    await setMailUpdates(db, parseToken(context.req.param('token'), secrets), false);
    return context.html(
      page(
        'You will get no more mails about your deliveries.',
        '<p>You can turn them on again in <a href="/account">your account</a>.</p>',
      ),
    );
  });
  rejectOtherMethods(app, path, ['GET', 'POST']);
}

function parseToken(token: string, secrets: Secrets): number {
  const [, id = '', mac = ''] = TOKEN.exec(token) ?? [];
  const given = Buffer.from(mac, 'base64url');
  const isSigned = secrets.some((secret) => {
    const expected = signature(secret, id);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new ApiError(404, 'NOT_FOUND');
  return Number(id);
}

function signature(secret: Uint8Array, userId: string): Buffer {
  return createHmac('sha256', secret).update(`unsubscribe ${userId}`).digest();
}

function page(heading: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Mails about your deliveries</title></head><body><h1>${heading}</h1>${content}</body></html>`;
}
