import { findTestCard } from './test-cards.ts';

export type CardField = 'number' | 'expiry' | 'cvc';
export type CardInput = { number: string; exp_month: number; exp_year: number; cvc: string };
export type CardError = { field: CardField; code: string; message: string };

/** Returns all errors of a card before it is charged, in the wording of Stripe. */
export function validateCard(card: CardInput, now: Date): CardError[] {
  return [validateNumber(card.number), validateExpiry(card, now), validateCvc(card)].filter(
    (fault) => fault !== undefined,
  );
}

function validateNumber(number: string): CardError | undefined {
  const fault = (code: string, message: string): CardError => ({ field: 'number', code, message });
  if (/^\d{0,12}$/.test(number)) return fault('incomplete_number', 'Your card number is incomplete.');
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) {
    return fault('invalid_number', 'Your card number is invalid.');
  }
  // A number that could belong to a real card is rejected before it is stored anywhere.
  if (findTestCard(number) === undefined) {
    const message =
      'This is a test: it takes only test cards, such as 4242 4242 4242 4242. Nothing was charged.';
    return fault('test_mode_live_card', message);
  }
  return undefined;
}

function validateExpiry({ exp_month, exp_year }: CardInput, now: Date): CardError | undefined {
  const fault = (code: string, rest: string): CardError => ({
    field: 'expiry',
    code,
    message: `Your card's expiration ${rest}.`,
  });
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  if (Number.isNaN(exp_month + exp_year)) return fault('incomplete_expiry', 'date is incomplete');
  if (exp_month < 1 || exp_month > 12) return fault('invalid_expiry_month', 'date is invalid');
  if (exp_year < year) return fault('invalid_expiry_year_past', 'year is in the past');
  if (exp_year > year + 50) return fault('invalid_expiry_year', 'year is invalid');
  const isPast = exp_year === year && exp_month < month;
  return isPast ? fault('invalid_expiry_month_past', 'date is in the past') : undefined;
}

function validateCvc({ number, cvc }: CardInput): CardError | undefined {
  const fault = (code: string, rest: string): CardError => ({
    field: 'cvc',
    code,
    message: `Your card's security code is ${rest}.`,
  });
  if (/^\d{0,2}$/.test(cvc)) return fault('incomplete_cvc', 'incomplete');
  const wanted = findTestCard(number)?.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  return wanted.test(cvc) ? undefined : fault('invalid_cvc', 'invalid');
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
