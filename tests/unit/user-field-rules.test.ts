import * as v from 'valibot';
import { expect, test } from 'vitest';
import { EXAMPLE_DELIVERY } from '../../scripts/contract/example-delivery.ts';
import { DeliveryRequestInput, GuestRequestInput } from '../../src/contract/delivery-request.ts';
import { Credentials, PasswordChange, Registration, UserEdit } from '../../src/contract/user.ts';
import { checkVatNumber } from '../../src/contract/vat-number.ts';
import {
  checkEmail,
  checkName,
  checkNewEmail,
  checkNewPassword,
  checkPassword,
  checkPhoneNumber,
  type FieldRule,
} from '../../src/domain/user-field-rules.ts';

const TEXTS = [
  '',
  ' ',
  'a',
  'abcde',
  'abcdef',
  '  abcdef  ',
  'nul\u0000',
  'half \ud800',
  'x'.repeat(200),
  'x'.repeat(201),
  ' '.repeat(201),
  'x'.repeat(255),
  'x'.repeat(1001),
  'aoife@example.ie',
  '  aoife@example.ie ',
  '\u200b\u2060\u00ad',
  '\u200d',
  '\u202aaoife@\u200cexample\u200b.ie\u202c',
  'aoife@localhost',
  'aoife@',
  '@example.ie',
  'aoife@example..ie',
  'aoife@-example.ie',
  "o'brien+tag/`x`@sub.example.ie",
  'two@at@example.ie',
  'aoife@example.ie,other@example.ie',
  `aoife@${'x'.repeat(63)}.ie`,
  `aoife@${'x'.repeat(64)}.ie`,
];

const firstMessage = (schema: v.GenericSchema<string, unknown>, text: string) =>
  v.safeParse(schema, text).issues?.[0]?.message;

const RULES: [name: string, rule: FieldRule, schema: v.GenericSchema<string, unknown>][] = [
  ['a name', checkName, Registration.entries.name],
  ['a name that is edited', checkName, UserEdit.entries.name],
  ['a VAT number', checkVatNumber, UserEdit.entries.vatNumber.wrapped],
  ['a phone number', checkPhoneNumber, Registration.entries.phoneNumber],
  ['an email address', checkEmail, Credentials.entries.email],
  ['a new email address', checkNewEmail, Registration.entries.email],
  ['a password', checkPassword, Credentials.entries.password],
  ['an old password', checkPassword, PasswordChange.entries.oldPassword],
];

test.each(RULES)('the form accepts and rejects %s like the schema of the API', (_, rule, schema) => {
  for (const text of TEXTS) expect(rule(text), JSON.stringify(text)).toBe(firstMessage(schema, text));
});

test('the form accepts a new password if the schema of the API does, and says that an empty one is missing', () => {
  for (const text of TEXTS.filter((each) => each !== ''))
    expect(checkNewPassword(text), JSON.stringify(text)).toBe(
      firstMessage(Registration.entries.password, text),
    );
  expect(checkNewPassword('')).toBe('Password is required');
});

test.each([
  ['', true],
  ['  ', true],
  ['1234', true],
  ['ie 7654 321b', true],
  ['X'.repeat(15), true],
  ['123', false],
  ['12 3', false],
  ['X'.repeat(16), false],
  ['IE-7654321B', false],
  ['ΙΕ7654321B', false],
  ['ﬁ1234', false],
])('the VAT number "%s" is valid: %s (ACC-32)', (text, isValid) => {
  expect(checkVatNumber(text)).toBe(isValid ? undefined : 'Enter 4 to 15 letters and digits');
});

test('an email address may be pasted with invisible characters, and a text of nothing else is empty (LAY-09)', () => {
  const pasted = '\u202aaoife@\u200bexa\u00admple.ie\u200b\u202c';
  expect(checkNewEmail(pasted)).toBeUndefined();
  expect(v.parse(Credentials, { email: pasted, password: 'x' }).email).toBe('aoife@example.ie');
  for (const text of ['\u200b', ' \u2060\u00ad ', '\u200b\u200e\ufeff', '\u200d \u200c', '\u3164'])
    expect(checkName(text), JSON.stringify(text)).toBe('Name is required');
});

test('a name with a decomposed accent, as some programs copy it, is stored as it is typed (LAY-09)', () => {
  expect(v.parse(UserEdit, { name: 'Jose\u0301' }).name).toBe('José');
});

test('every part of a place and every field of a guest loses invisible characters (LAY-09)', () => {
  const hidden = (text: string) => `\u202e${text}\u200b`;
  const place = { name: 'Home', city: 'Bray', postalCode: 'A98', country: 'Ireland' };
  const typed = Object.fromEntries(Object.entries(place).map(([key, text]) => [key, hidden(text)]));
  const { pickUpSnapshot } = v.parse(DeliveryRequestInput, { ...EXAMPLE_DELIVERY, pickUpSnapshot: typed });
  expect(pickUpSnapshot).toEqual(place);
  const guest = { firstName: 'Aoife', lastName: 'Brennan', phone: '1', pickup: 'Bray', dropoff: 'Naas' };
  const entered = Object.fromEntries(Object.entries(guest).map(([key, text]) => [key, hidden(text)]));
  expect(v.parse(GuestRequestInput, entered)).toEqual({ ...guest, email: '', note: '' });
});

test.each(['\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', '\u0915\u094d\u200d\u0937', '👩\u200d💻'])(
  'the joiners in %s stay (LAY-09)',
  (name) => {
    expect(v.parse(UserEdit, { name }).name).toBe(name);
  },
);

test('a VAT number is optional and stored in capitals without spaces (ACC-32)', () => {
  expect(v.parse(UserEdit, { name: 'Aoife' })).toEqual({ name: 'Aoife' });
  expect(v.parse(UserEdit, { name: 'Aoife', vatNumber: ' ie 7654 321b ' }).vatNumber).toBe('IE7654321B');
  expect(v.parse(UserEdit, { name: 'Aoife', vatNumber: '  ' }).vatNumber).toBe('');
});
