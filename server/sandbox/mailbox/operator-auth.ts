import type { MiddlewareHandler } from 'hono';
import { isLoopbackHostHeader } from '../../config/loopback.ts';
import { type Operator, operatorWith } from '../../config/operators.ts';

/**
 * A website can point its own name at 127.0.0.1 and make a browser call this server (DNS rebinding). The browser then
 * sends the site's name as the Host header, which is rejected here.
 */
export const loopbackHostOnly: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  return isLoopbackHostHeader(host) ? next() : c.notFound();
};

/**
 * Lets only the operator read the mailbox. The operator sends OPS_TOKEN as a bearer token or, in a browser, as the
 * password of the login prompt. Without OPS_TOKEN the mailbox does not exist.
 */
export function requireOperator(operators: readonly Operator[]): MiddlewareHandler {
  return async (c, next) => {
    if (operators.length === 0) return c.notFound();
    if (operatorWith(operators, extractToken(c.req.header('authorization') ?? '')) !== undefined)
      return next();
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
