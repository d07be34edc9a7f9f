import type { Hono } from 'hono';
import { compress } from 'hono/compress';
import { pageFileOf, TRACKING_RESULT_ID } from '../../src/contract/pages.ts';
import { readTrackingInput } from '../../src/contract/tracking-number.ts';
import { limitsOfCall } from '../config/limits.ts';
import { insertLookupResult, type LookupResult } from '../deliveries/tracking-markup.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { ApiError } from '../http/api-error.ts';
import { createRead, type Read } from '../http/read-position.ts';
import type { AppEnv } from '../http/request-context.ts';
import { acceptsHtml, type StaticFiles } from '../http/static-files.ts';
import { withinTime } from '../http/within-time.ts';
import { findReferenceStatus, findTracking } from './tracking.ts';

const PATH = '/tracking';
/** How long the page waits for the status of the package; the app in it looks the package up as well. */
const MAX_WAIT_MS = 1000;

/**
 * Responds to a navigation to `/tracking?guid=…` with the prerendered page, which contains the status of the package.
 * The status is readable without scripts and before the app has loaded. (TRK-15)
 */
export function mountTrackingPage(
  app: Hono<AppEnv>,
  dependencies: HandlerDependencies,
  files: StaticFiles,
): void {
  const file = files.get(pageFileOf(PATH));
  const page = file && Buffer.from(file.content).toString('utf8');
  if (page === undefined || !page.includes(`id="${TRACKING_RESULT_ID}"`)) return;

  const compressPage = compress();
  app.get(PATH, async (context, next) => {
    const entered = context.req.query('guid')?.trim();
    const isHead = context.req.method === 'HEAD';
    if (!entered || isHead || !acceptsHtml(context)) return next();
    const read = createRead(context, dependencies);
    const looking = lookUp({ ...dependencies, read }, entered, context.get('clientAddress'));
    // The page must not wait for a database that is slow or unavailable.
    const found = await withinTime(MAX_WAIT_MS, looking);
    const result = found?.value ?? { kind: 'failed' };
    context.header('cache-control', 'no-store');
    context.header('vary', 'Accept-Encoding, Accept');
    await compressPage(context, async () => {
      context.res = await context.html(insertLookupResult(page, entered, result));
    });
    return context.res;
  });
}

async function lookUp(
  dependencies: HandlerDependencies & { read: Read },
  entered: string,
  clientAddress: string,
): Promise<LookupResult> {
  const { read, limiter, log } = dependencies;
  const input = readTrackingInput(entered);
  try {
    const limit = limitsOfCall('trackOrder')?.client;
    if (limit) await limiter.consumeRead(limit, clientAddress);
    if (input.kind === 'reference') {
      const found = await findReferenceStatus(dependencies, input.reference, clientAddress);
      return { kind: 'reference', found };
    }
    return { kind: 'found', tracking: await read((db) => findTracking(db, input.number)) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { kind: 'unknown' };
    if (error instanceof ApiError && error.status === 429) return { kind: 'limited' };
    log.warn({ err: error }, 'the tracking page could not show a package');
    return { kind: 'failed' };
  }
}
