import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isNewDispute,
  type Observation,
  observePayment,
  observeRefunds,
  type StoredPayment,
} from '../../server/payments/payment-state.ts';
import type { ProviderPayment, ProviderRefund } from '../../server/payments/provider-payment.ts';
import type { RefundRow } from '../../server/queries/refunds.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';

const HISTORIES = 10_000;
const FIRST_READ = 2;
/** Each compares every stage of a history. Set SEND_HISTORIES=10000 for as many as of the others. */
const MIXED_HISTORIES = Number(process.env.SEND_HISTORIES ?? 1000);
const NOW = new Date('2026-11-02T10:00:00Z');
const NEW_PAYMENT: StoredPayment = {
  status: PAYMENT_STATUS.new,
  sessionState: 'open',
  sessionId: 'cs_1',
  intentId: null,
  readStored: 0,
  paid: null,
  dispute: null,
  disputeDue: null,
};
const UNPAID: ProviderPayment = {
  isPaid: false,
  sessionState: 'open',
  amountCents: 1840,
  currency: 'EUR',
  status: PAYMENT_STATUS.new,
  paid: null,
  details: {},
  refunds: [],
  dispute: null,
  disputeDue: null,
  movements: [],
};

/** What can happen to a payment at the provider. Each step returns the next state, or the same if it is impossible. */
const STEPS: Record<string, (payment: ProviderPayment) => ProviderPayment> = {
  decline: (payment) =>
    payment.sessionState === 'open' ? { ...payment, status: PAYMENT_STATUS.failed } : payment,
  process: (payment) =>
    payment.sessionState === 'open'
      ? { ...payment, sessionState: 'complete', status: PAYMENT_STATUS.processing }
      : payment,
  expire: (payment) =>
    payment.sessionState === 'open'
      ? { ...payment, sessionState: 'expired', status: PAYMENT_STATUS.canceled }
      : payment,
  pay: (payment) =>
    payment.isPaid || payment.sessionState === 'expired'
      ? payment
      : { ...payment, isPaid: true, sessionState: 'complete', status: PAYMENT_STATUS.paid, paid: NOW },
  refund: (payment) =>
    payment.isPaid ? { ...payment, refunds: [...payment.refunds, newRefund(payment)] } : payment,
  arrive: (payment) => changeRefund(payment, 'pending', 'done'),
  bounce: (payment) => changeRefund(payment, 'done', 'failed'),
  dispute: (payment) =>
    payment.isPaid ? { ...payment, dispute: 'needs_response', disputeDue: NOW } : payment,
  // The bank moves the deadline.
  extend: (payment) =>
    payment.disputeDue === null
      ? payment
      : { ...payment, disputeDue: new Date(payment.disputeDue.getTime() + 1000) },
  win: (payment) => (payment.dispute === 'needs_response' ? { ...payment, dispute: 'won' } : payment),
  lose: (payment) => (payment.dispute === 'needs_response' ? { ...payment, dispute: 'lost' } : payment),
};

function newRefund({ refunds }: ProviderPayment): ProviderRefund {
  const id = `re_${refunds.length}`;
  return {
    id,
    amountCents: 100,
    state: 'pending',
    created: NOW,
    failure: null,
    refundId: undefined,
    attempt: 0,
  };
}

function changeRefund(
  payment: ProviderPayment,
  from: ProviderRefund['state'],
  to: ProviderRefund['state'],
): ProviderPayment {
  const changed = payment.refunds.find(({ state }) => state === from);
  return {
    ...payment,
    refunds: payment.refunds.map((refund) => (refund === changed ? { ...refund, state: to } : refund)),
  };
}

/** Stores observations as the server does, and returns what is stored in the end. */
function storeAll(observations: readonly Observation[]) {
  let payment = NEW_PAYMENT;
  let refunds: RefundRow[] = [];
  let accepted = 0;
  let returned = 0;
  for (const observation of observations) {
    const { change, effect } = observePayment(payment, observation, NOW);
    if (change === undefined) continue;
    payment = { ...payment, ...change };
    if (effect === 'acceptMoney') accepted += 1;
    if (effect === 'returnMoney') returned += 1;
    if (observation.kind === 'read') refunds = storeRefunds(refunds, observation.payment.refunds);
  }
  return { payment, refunds, accepted, returned };
}

function storeRefunds(rows: RefundRow[], refunds: readonly ProviderRefund[]): RefundRow[] {
  const { changed, found } = observeRefunds(rows, refunds, NOW);
  const kept = rows.map((row) => ({ ...row, ...changed.find((change) => change.row === row)?.change }));
  const added = found.map((row, index) => ({
    ...row,
    paymentId: 1,
    requestKey: null,
    requestedCents: null,
    note: null,
    announced: false,
    creditNoteOf: null,
    creditedCents: null,
    failures: row.failures ?? 0,
    id: rows.length + index + 1,
    amountCents: row.amountCents ?? null,
    providerRefundId: row.providerRefundId ?? null,
    failure: row.failure ?? null,
  }));
  return [...kept, ...added];
}

/** The states of a payment at the provider after each step, and the reads of them in any order, some of them twice. */
const histories = fc
  .record({
    steps: fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 14 }),
    isDue: fc.boolean(),
    seed: fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
  })
  .map(({ steps, isDue, seed }) => {
    const states = [UNPAID];
    for (const step of steps) states.push((STEPS[step] ?? ((same) => same))(states.at(-1) ?? UNPAID));
    const reads = states.map(
      (payment, index): Observation => ({ kind: 'read', order: FIRST_READ + index, payment, isDue }),
    );
    const shuffled = seed.flatMap((number) => reads[number % reads.length] ?? []);
    const newest = reads.at(-1) ?? { kind: 'superseded' };
    shuffled.splice((seed[0] ?? 0) % (shuffled.length + 1), 0, newest);
    return { last: states.at(-1) ?? UNPAID, shuffled, seed };
  });

test('every order of reads ends in the state of the provider (PAY-80)', () => {
  fc.assert(
    fc.property(histories, ({ last, shuffled }) => {
      const { payment, refunds, accepted, returned } = storeAll(shuffled);
      expect(payment.sessionState).toBe(last.sessionState);
      if (!last.isPaid) expect(payment.status).toBe(last.status);
      expect(accepted + returned).toBe(last.isPaid ? 1 : 0);
      if (last.isPaid) {
        expect(payment.status).toBe(accepted ? PAYMENT_STATUS.paid : PAYMENT_STATUS.canceled);
        expect([payment.dispute, payment.disputeDue]).toEqual([last.dispute, last.disputeDue]);
      }
      expect(refunds.map(({ providerRefundId, state }) => [providerRefundId, state])).toEqual(
        last.refunds.map(({ id, state }) => [id, state]),
      );
    }),
    { numRuns: HISTORIES },
  );
});

test('money that arrives after the request has changed is returned, in every order of reads (PAY-80)', () => {
  fc.assert(
    fc.property(histories, ({ last, shuffled, seed }) => {
      const at = (seed.at(-1) ?? 0) % (shuffled.length + 1);
      const observations = shuffled.toSpliced(at, 0, { kind: 'superseded' });
      const isPaidBefore = storeAll(shuffled.slice(0, at)).accepted > 0;
      const { payment, accepted, returned } = storeAll(observations);
      expect(accepted + returned).toBe(last.isPaid ? 1 : 0);
      expect(payment.sessionState).not.toBe('open');
      if (isPaidBefore) expect(accepted).toBe(1);
    }),
    { numRuns: HISTORIES },
  );
});

/** What this server does itself, and an outdated read that did not find the payment. */
const OWN: readonly Observation[] = [
  { kind: 'intentCreated', intentId: 'pi_1' },
  { kind: 'neverStarted' },
  { kind: 'unknownToProvider', order: FIRST_READ - 1 },
  { kind: 'superseded' },
];

test('every order of every kind of observation ends in the state of the provider (PAY-80)', () => {
  fc.assert(
    fc.property(
      histories,
      fc.array(fc.tuple(fc.constantFrom(...OWN), fc.nat())),
      ({ last, shuffled }, own) => {
        const observations = own.reduce(
          (list, [observation, at]) => list.toSpliced(at % (list.length + 1), 0, observation),
          shuffled,
        );
        const stages = observations.map((_, index) => storeAll(observations.slice(0, index + 1)));
        for (const [index, { payment, accepted, returned }] of stages.entries()) {
          const before = stages[index - 1];
          expect(accepted + returned).toBeLessThanOrEqual(1);
          expect(payment.readStored).toBeGreaterThanOrEqual(before?.payment.readStored ?? 0);
          // Money that has arrived stays recorded, with the decision about it.
          if (before && before.payment.paid !== null) {
            expect(payment).toMatchObject({ paid: before.payment.paid, status: before.payment.status });
          }
        }
        const end = stages.at(-1) ?? storeAll([]);
        expect(end.accepted + end.returned).toBe(last.isPaid ? 1 : 0);
        if (last.isPaid)
          expect(end.payment).toMatchObject({
            sessionState: 'complete',
            dispute: last.dispute,
            disputeDue: last.disputeDue,
          });
        else expect([last.sessionState, 'dead']).toContain(end.payment.sessionState);
        expect(end.refunds.map(({ state }) => state)).toEqual(last.refunds.map(({ state }) => state));
      },
    ),
    { numRuns: MIXED_HISTORIES },
  );
});

test.each<[string, Partial<StoredPayment>, Observation, Partial<StoredPayment> | undefined]>([
  ['a superseded payment is dead', {}, { kind: 'superseded' }, { sessionState: 'dead', status: 4 }],
  [
    'a failed payment stays failed when it is superseded',
    { status: 3 },
    { kind: 'superseded' },
    { sessionState: 'dead', status: 3 },
  ],
  [
    'a paid payment is not superseded',
    { status: 2, sessionState: 'complete', paid: NOW },
    { kind: 'superseded' },
    undefined,
  ],
  [
    'an intent is stored only for an open payment',
    { sessionState: 'dead', status: 4 },
    { kind: 'intentCreated', intentId: 'pi_1' },
    undefined,
  ],
  [
    'a payment that was started is not closed as never started',
    { intentId: 'pi_1' },
    { kind: 'neverStarted' },
    undefined,
  ],
  [
    'money that has arrived is kept when the provider no longer knows the payment',
    { status: 2, sessionState: 'complete', paid: NOW },
    { kind: 'unknownToProvider', order: 1 },
    { status: 2, sessionState: 'complete' },
  ],
])('%s (PAY-80)', (_title, stored, observation, expected) => {
  const before = { ...NEW_PAYMENT, ...stored };
  const { change } = observePayment(before, observation, NOW);
  if (expected === undefined) expect(change).toBeUndefined();
  else expect({ ...before, ...change }).toMatchObject(expected);
});

test.each([
  [null, 'needs_response', true],
  [null, 'warning_needs_response', true],
  [null, 'lost', true],
  ['warning_under_review', 'needs_response', true],
  ['needs_response', 'needs_response', false],
  ['needs_response', 'under_review', false],
  ['under_review', 'won', false],
  ['needs_response', null, false],
])('after %s, the dispute %s raises an alert: %s (PAY-98)', (before, after, isNew) => {
  expect(isNewDispute(before, after)).toBe(isNew);
});
