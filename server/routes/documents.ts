import type { Hono } from 'hono';
import * as v from 'valibot';
import { DOCUMENT_HEADERS, documentPath, renderDocument } from '../documents/document-page.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { rejectOtherMethods } from '../http/reject-other-methods.ts';
import { findDocumentByKey } from '../queries/payment-documents.ts';

const PATH = documentPath({ key: ':key' });

/** The pages of receipts and credit notes, for everyone who knows the address. (PAY-22) */
export function mountDocuments(app: Hono<AppEnv>, { db }: HandlerDependencies): void {
  app.get(PATH, async (context) => {
    const key = context.req.param('key') ?? '';
    const document = v.is(v.pipe(v.string(), v.uuid()), key) ? await findDocumentByKey(db, key) : undefined;
    if (document === undefined) throw new ApiError(404, 'NOT_FOUND');
    return context.html(renderDocument(document.content), 200, DOCUMENT_HEADERS);
  });
  rejectOtherMethods(app, PATH, ['GET']);
}
