import { Hono, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { auth } from 'hono/utils/basic-auth';
import { dateTimeText } from '../../src/contract/date-text.ts';
import { isLoopbackHostHeader } from '../config/loopback.ts';
import { type OperatorToken, operatorWith } from '../config/operators.ts';
import type { Db } from '../db/database.ts';
import { type EmailRow, findEmail, listEmails } from '../queries/emails.ts';
import { type Markup, renderPage, serveStylesheet } from './pages.ts';

type MailboxDependencies = { db: Db; operators: readonly OperatorToken[]; isLoopback: boolean };

const MAX_MAILS = 100;
const BADGE = 'Test mailbox';

/**
 * Serves the emails of an installation without a mail server as pages below `/sandbox/mailbox`. They contain password
 * codes, so only this machine may read them, or the operator if other machines can reach the server.
 */
export function createMailboxPages({ db, operators, isLoopback }: MailboxDependencies): Hono {
  const pages = new Hono();
  serveStylesheet(pages);
  // The pattern includes /mailbox itself.
  pages.use('/mailbox/*', isLoopback ? loopbackHostOnly : requireOperator(operators));
  pages.get('/mailbox', async (c) =>
    renderPage(c, { title: 'Mailbox – Send', body: listPage(await listEmails(db, MAX_MAILS)), badge: BADGE }),
  );
  pages.get('/mailbox/:id', async (c) => {
    const id = Number(c.req.param('id'));
    const mail = Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 ? await findEmail(db, id) : undefined;
    if (mail === undefined) return c.notFound();
    return renderPage(c, { title: `${mail.subject} – Send mailbox`, body: emailPage(mail), badge: BADGE });
  });
  return pages;
}

function listPage(emails: EmailRow[]): Markup {
  return html`<section class="stack paper" aria-labelledby="emails">
<h1 id="emails">Mailbox</h1>
<p class="soft">No mail server is connected, so the emails that Send would have sent are shown here.</p>
${emails.length === 0 ? html`<p class="card pad soft">No emails yet.</p>` : html`<ul class="card emails">${emails.map(listItem)}</ul>`}
</section>`;
}

function listItem(mail: EmailRow): Markup {
  return html`<li><a href="/sandbox/mailbox/${mail.id}"><b>${mail.subject}</b><span class="soft">To ${mail.recipient}</span><span class="muted">${dateTimeText(mail.created, 'UTC')}</span></a></li>`;
}

function emailPage(mail: EmailRow): Markup {
  return html`<article class="stack paper">
<p><a class="back" href="/sandbox/mailbox">All emails</a></p>
<h1>${mail.subject}</h1>
<div class="card">
<dl class="rows"><div><dt>To</dt><dd>${mail.recipient}</dd></div><div><dt>Sent</dt><dd>${dateTimeText(mail.created, 'UTC')}</dd></div></dl>
<pre class="letter">${mail.body}</pre>
</div>
</article>`;
}

/**
 * A website can point its own name at 127.0.0.1 and make a browser call this server (DNS rebinding). The browser then
 * sends the site's name as the Host header, which is rejected here.
 */
const loopbackHostOnly: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  return isLoopbackHostHeader(host) ? next() : c.notFound();
};

/**
 * Lets only the operator read the mailbox. The operator sends OPS_TOKEN as a bearer token or, in a browser, as the
 * password of the login prompt. Without OPS_TOKEN the mailbox does not exist.
 */
function requireOperator(operators: readonly OperatorToken[]): MiddlewareHandler {
  return async (c, next) => {
    if (operators.length === 0) return c.notFound();
    const bearer = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const token = bearer ?? auth(c.req.raw)?.password ?? '';
    if (operatorWith(operators, token) !== undefined) return next();
    return c.text('Give OPS_TOKEN as the password.', 401, {
      'WWW-Authenticate': 'Basic realm="Send mailbox", charset="UTF-8"',
      'Cache-Control': 'no-store',
    });
  };
}
