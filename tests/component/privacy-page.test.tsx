import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  AUDIT_LIFE_MS,
  CLEANUP_INTERVAL_MS,
  CODE_LIFETIME_MS,
  DEVICE_LIFE_MS,
  FAILED_JOB_LIFE_MS,
  GUEST_REQUEST_LIFE_MS,
  PUSH_ENDED_LIFE_MS,
  PUSH_LIFE_MS,
  SESSION_LIFE_MS,
} from '../../server/config/limits.ts';
import { paymentDescription } from '../../server/payments/payment-parameters.ts';
import { BOOKKEEPING_YEARS } from '../../src/contract/constants.ts';
import { PrivacyScreen } from '../../src/features/legal/LegalPage.tsx';
import { renderPages } from '../support/render.tsx';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The text of the page, and a function that reads the number between two texts. */
async function openPage() {
  await renderPages({ '/': PrivacyScreen });
  expect(screen.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  const page = document.body.textContent.replaceAll(/\s+/g, ' ');
  const stated = (before: string, after: string) =>
    Number(new RegExp(`${before}[^.]*? (\\d+) ${after}`).exec(page)?.[1]);
  return { page, stated };
}

test('The privacy page states the retention times of the server (SEC-71)', async () => {
  const { page, stated } = await openPage();
  expect(stated('a request without an account are deleted after', 'days') * DAY).toBe(GUEST_REQUEST_LIFE_MS);
  expect(stated('emails that could not be delivered after', 'days') * DAY).toBe(FAILED_JOB_LIFE_MS);
  expect(stated('sessions', 'days after the login at the latest') * DAY).toBe(SESSION_LIFE_MS);
  expect(
    stated(
      'entries of the security log, which contain the number of the account and the IP address, after',
      'days',
    ) * DAY,
  ).toBe(AUDIT_LIFE_MS);
  expect(stated('someone else guesses your password, and it expires after', 'days') * DAY).toBe(
    DEVICE_LIFE_MS,
  );
  // The job that deletes expired codes runs once in each interval.
  expect(stated('password codes within', 'minutes') * MINUTE).toBeGreaterThanOrEqual(
    CODE_LIFETIME_MS + CLEANUP_INTERVAL_MS,
  );
  expect(page).toContain('kept for bookkeeping, for seven years');
  expect(BOOKKEEPING_YEARS).toBe(7);
});

test('The privacy page names the notifications and how long they are stored (SEC-77)', async () => {
  const { page, stated } = await openPage();
  expect(page).toContain('To the push service of your browser');
  expect(stated('or turn the notifications off, until', 'days after the delivery') * DAY).toBe(
    PUSH_ENDED_LIFE_MS,
  );
  expect(stated('days after the delivery, and for', 'days at most') * DAY).toBe(PUSH_LIFE_MS);
});

test('The privacy page names the log of requests and the number that the analytics service gets (SEC-71, PAY-04)', async () => {
  const { page } = await openPage();
  expect(page).toContain('The log of requests contains the IP address');
  expect(page).toContain('once per paid delivery, with its number and its estimated price');
});

test('The privacy page names the personal data that the payment provider and the receipts get (SEC-71)', async () => {
  const { page } = await openPage();
  // The provider shows the description to the customer.
  expect(paymentDescription({ pickUp: { name: '12 Leinster Road' }, dropOff: { name: 'Howth' } })).toContain(
    '12 Leinster Road',
  );
  expect(page).toContain(
    'From us it gets your name, email address and phone number, the places of the delivery and the amount.',
  );
  expect(page).toContain(
    'with your name, your email address, your VAT number, the last digits of your card and the places of the delivery',
  );
});
