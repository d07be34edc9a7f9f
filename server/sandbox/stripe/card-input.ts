import { testCard } from './test-cards.ts';

export type CardField = 'number' | 'expiry' | 'cvc';
export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string };
export type CardFault = { field: CardField; code: string; message: string };

/** Digits only; spaces and dashes are how people group them. */
export function digitsOf(text: string): string {
  return text.replace(/[\s-]/g, '');
}

/** Reads `MM / YY`, `MM/YYYY` or `MMYY`; undefined where that is not a date. */
export function parseExpiry(text: string): { month: number; year: number } | undefined {
  const match = /^\s*(\d{1,2})\s*[/ -]\s*(\d{4}|\d{2})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(text);
  if (match === null) return undefined;
  const [, month = '', year = ''] = match;
  return { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) };
}

/** Everything that is wrong with a card before anybody is asked for money, in Stripe's words. */
export function cardFaults(card: CardInput, now: Date): CardFault[] {
  return [numberFault(card.number), ...expiryFaults(card, now), cvcFault(card)].filter(
    (fault) => fault !== undefined,
  );
}

function numberFault(number: string): CardFault | undefined {
  if (number === '') return fault('number', 'incomplete_number', 'Your card number is incomplete.');
  if (!/^\d+$/.test(number) || number.length > 19) {
    return fault('number', 'invalid_number', 'Your card number is invalid.');
  }
  if (number.length < 13) return fault('number', 'incomplete_number', 'Your card number is incomplete.');
  if (!passesLuhn(number)) return fault('number', 'invalid_number', 'Your card number is invalid.');
  // A number that could be somebody's own is refused before it is kept anywhere.
  if (testCard(number) === undefined) {
    return fault(
      'number',
      'test_mode_live_card',
      'This is a test: it takes only test cards, such as 4242 4242 4242 4242. Nothing was charged.',
    );
  }
  return undefined;
}

function expiryFaults(card: CardInput, now: Date): CardFault[] {
  if (Number.isNaN(card.expMonth) || Number.isNaN(card.expYear)) {
    return [fault('expiry', 'incomplete_expiry', "Your card's expiration date is incomplete.")];
  }
  if (card.expMonth < 1 || card.expMonth > 12) {
    return [fault('expiry', 'invalid_expiry_month', "Your card's expiration date is invalid.")];
  }
  const thisYear = now.getUTCFullYear();
  if (card.expYear < thisYear) {
    return [fault('expiry', 'invalid_expiry_year_past', "Your card's expiration year is in the past.")];
  }
  if (card.expYear === thisYear && card.expMonth < now.getUTCMonth() + 1) {
    return [fault('expiry', 'invalid_expiry_month_past', "Your card's expiration date is in the past.")];
  }
  if (card.expYear > thisYear + 50) {
    return [fault('expiry', 'invalid_expiry_year', "Your card's expiration year is invalid.")];
  }
  return [];
}

function cvcFault(card: CardInput): CardFault | undefined {
  const wanted = testCard(card.number)?.brand === 'amex' ? [3, 4] : [3];
  if (/^\d+$/.test(card.cvc) && wanted.includes(card.cvc.length)) return undefined;
  const isIncomplete = /^\d*$/.test(card.cvc) && card.cvc.length < 3;
  return isIncomplete
    ? fault('cvc', 'incomplete_cvc', "Your card's security code is incomplete.")
    : fault('cvc', 'invalid_cvc', "Your card's security code is invalid.");
}

function fault(field: CardField, code: string, message: string): CardFault {
  return { field, code, message };
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
