import type { Fault } from './fault.ts';

export const SERVER_FAULTS: readonly Fault[] = [
  {
    name: 'the same key makes a second delivery',
    file: 'server/idempotency.ts',
    find: 'const known = await steps.find(tx, key);',
    replace: 'const known = undefined as Row | undefined;',
    tests: 'tests/server/idempotency.test.ts',
  },
  {
    name: 'the same key with another body is answered as if it were the same',
    file: 'server/idempotency.ts',
    find: 'if (known.idempotencyHash !== hash)',
    replace: 'if (known.idempotencyHash === null)',
    tests: 'tests/server/idempotency.test.ts',
  },
  {
    name: "another customer's delivery can be read",
    file: 'server/queries/delivery-requests.ts',
    find: 'and(eq(deliveryRequests.id, id), eq(deliveryRequests.userId, userId));',
    replace: 'and(eq(deliveryRequests.id, id), eq(deliveryRequests.id, id + 0 * userId));',
    tests: 'tests/server/delivery-requests.test.ts',
  },
  {
    name: 'a webhook is believed without its signature',
    file: 'server/payments/webhook.ts',
    find: `return provider.stripe.webhooks.constructEvent(
      rawBody,
      signature ?? '',
      provider.webhookSecret ?? '',
      TOLERANCE_S,
      undefined,
      clock.now().getTime(),
    );`,
    replace: 'return JSON.parse(rawBody);',
    tests: 'tests/server/payment-webhook.test.ts',
  },
  {
    name: 'a webhook of any age is believed',
    file: 'server/payments/webhook.ts',
    find: '      TOLERANCE_S,\n',
    replace: '      10 ** 9,\n',
    tests: 'tests/server/payment-webhook.test.ts',
  },
  {
    name: 'a paid delivery goes back to paid when it is further on',
    file: 'server/queries/delivery-requests.ts',
    find: '.where(and(eq(deliveryRequests.id, id), eq(deliveryRequests.status, REQUEST_STATUS.waitingPayment)))',
    replace: '.where(eq(deliveryRequests.id, id))',
    tests: 'tests/server/delivery-requests.test.ts',
  },
  {
    name: 'a token outlives a change of the password',
    file: 'server/auth.ts',
    find: 'if (!user || user.tokenVersion !== claims.version)',
    replace: 'if (!user || !claims)',
    tests: 'tests/server/users.test.ts',
  },
  {
    name: 'logins are not counted',
    file: 'server/rate-limit.ts',
    find: 'if (hit.admitted) return;',
    replace: 'if (hit) return;',
    tests: 'tests/server/users.test.ts',
  },
  {
    name: 'a reset code can be guessed for ever',
    file: 'server/queries/verification-codes.ts',
    find: '- 1` })',
    replace: '- 0` })',
    tests: 'tests/server/password-recovery.test.ts',
  },
  {
    name: 'two servers share a data directory',
    file: 'server/db/lock.ts',
    find: 'if (isAlive(holder, path)) throw new DirectoryLocked(directory, holder);',
    replace: 'if (isAlive(holder, path)) break;',
    tests: 'tests/server/process.test.ts',
  },
  {
    name: 'a job is lost when its process dies',
    file: 'server/queries/jobs.ts',
    find: '    const [taken] = await tx\n      .update(jobs)',
    replace:
      '    await tx.delete(jobs).where(eq(jobs.id, job.id));\n    return { ...job, attempts: job.attempts + 1 };\n    const [taken] = await tx\n      .update(jobs)',
    tests: 'tests/server/jobs.test.ts',
  },
];
