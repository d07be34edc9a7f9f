import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/**
 * Who may read the mailbox: on a server for real people only the operator, who gives OPS_TOKEN as a bearer
 * token or, in a browser, as the password that it asks for. Without OPS_TOKEN nobody.
 */
export function requireOperator(opsToken: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (opsToken === undefined) return c.notFound();
    if (isEqualToken(extractToken(c.req.header('authorization') ?? ''), opsToken)) return next();
    return c.text('Give OPS_TOKEN as the password.', 401, {
      'WWW-Authenticate': 'Basic realm="Send mailbox", charset="UTF-8"',
      'Cache-Control': 'no-store',
    });
  };
}

function extractToken(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  return decoded.slice(decoded.indexOf(':') + 1);
}

function isEqualToken(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
