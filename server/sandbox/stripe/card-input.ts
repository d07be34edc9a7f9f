import { findTestCard } from './test-cards.ts';

export type CardField = 'number' | 'expiry' | 'cvc';
export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string };
export type CardError = { field: CardField; code: string; message: string };

/** Returns only the digits, because people group them with spaces and dashes. */
export function stripSeparators(text: string): string {
  return text.replace(/[\s-]/g, '');
}

/** Parses `MM / YY`, `MM/YYYY` or `MMYY` and returns undefined if that is not a date. */
export function parseExpiry(text: string): { month: number; year: number } | undefined {
  const match = /^\s*(\d{1,2})\s*[/ -]\s*(\d{4}|\d{2})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(text);
  if (match === null) return undefined;
  const [, month = '', year = ''] = match;
  return { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) };
}

/** Returns all errors of a card before it is charged, in the wording of Stripe. */
export function validateCard(card: CardInput, now: Date): CardError[] {
  return [validateNumber(card.number), ...validateExpiry(card, now), validateCvc(card)].filter(
    (fault) => fault !== undefined,
  );
}

function validateNumber(number: string): CardError | undefined {
  if (number === '') return cardError('number', 'incomplete_number', 'Your card number is incomplete.');
  if (!/^\d+$/.test(number) || number.length > 19) {
    return cardError('number', 'invalid_number', 'Your card number is invalid.');
  }
  if (number.length < 13) return cardError('number', 'incomplete_number', 'Your card number is incomplete.');
  if (!passesLuhn(number)) return cardError('number', 'invalid_number', 'Your card number is invalid.');
  // A number that could belong to a real card is rejected before it is stored anywhere.
  if (findTestCard(number) === undefined) {
    return cardError(
      'number',
      'test_mode_live_card',
      'This is a test: it takes only test cards, such as 4242 4242 4242 4242. Nothing was charged.',
    );
  }
  return undefined;
}

function validateExpiry(card: CardInput, now: Date): CardError[] {
  if (Number.isNaN(card.expMonth) || Number.isNaN(card.expYear)) {
    return [cardError('expiry', 'incomplete_expiry', "Your card's expiration date is incomplete.")];
  }
  if (card.expMonth < 1 || card.expMonth > 12) {
    return [cardError('expiry', 'invalid_expiry_month', "Your card's expiration date is invalid.")];
  }
  const thisYear = now.getUTCFullYear();
  if (card.expYear < thisYear) {
    return [cardError('expiry', 'invalid_expiry_year_past', "Your card's expiration year is in the past.")];
  }
  if (card.expYear === thisYear && card.expMonth < now.getUTCMonth() + 1) {
    return [cardError('expiry', 'invalid_expiry_month_past', "Your card's expiration date is in the past.")];
  }
  if (card.expYear > thisYear + 50) {
    return [cardError('expiry', 'invalid_expiry_year', "Your card's expiration year is invalid.")];
  }
  return [];
}

function validateCvc(card: CardInput): CardError | undefined {
  const wanted = findTestCard(card.number)?.brand === 'amex' ? [3, 4] : [3];
  if (/^\d+$/.test(card.cvc) && wanted.includes(card.cvc.length)) return undefined;
  const isIncomplete = /^\d*$/.test(card.cvc) && card.cvc.length < 3;
  return isIncomplete
    ? cardError('cvc', 'incomplete_cvc', "Your card's security code is incomplete.")
    : cardError('cvc', 'invalid_cvc', "Your card's security code is invalid.");
}

function cardError(field: CardField, code: string, message: string): CardError {
  return { field, code, message };
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
