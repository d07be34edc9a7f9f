import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_BUSINESS, serviceName } from '../../server/config/business.ts';
import { readEnvironment } from '../../server/config/environment.ts';
import { createSmtpMailer } from '../../server/mail/mailers.ts';
import { createApiHarness, parcel } from '../support/api-harness.ts';
import { openPostgres } from '../support/databases.ts';
import { startSmtp } from '../support/smtp.ts';

const directory = mkdtempSync(join(tmpdir(), 'send-business-'));
const file = join(directory, 'business.json');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** This is the example of the deployment guide. */
const [, EXAMPLE = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/deploy.md', 'utf8')) ?? [];
const example = JSON.parse(EXAMPLE);

const PALLET = { key: 'pallet', label: 'Pallet', width: 1.2, length: 0.8, height: 1.5 };

function settingsWith(content: unknown) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readEnvironment({ BUSINESS_FILE: file });
}

describe('BUSINESS_FILE', () => {
  test('may be the example of the deployment guide, or an empty object', () => {
    expect(settingsWith(example).business).toEqual(example);
    expect(settingsWith({}).business).toEqual(readEnvironment({}).business);
  });

  test('may have a price of exactly the minimum, and a VAT with two decimals', () => {
    const tariff = { ...example.tariff, baseCents: 0, speedCents: [30, 900, 1500], vatPercent: 13.55 };
    expect(settingsWith({ tariff }).business.tariff).toEqual(tariff);
  });

  test('may begin with the mark that some editors write before the first character', () => {
    expect(settingsWith('\uFEFF{"retentionMonths":24}').business.retentionMonths).toBe(24);
  });

  test.each([
    ['{', 'is not valid JSON'],
    [[], 'The content must be an object'],
    [{ tarif: {} }, 'tarif is not a known setting'],
    [{ support: { email: 'nobody' } }, 'support.email must be an email address'],
    [{ support: { chatUrl: 'http://x.example' } }, 'support.chatUrl must be an https address'],
    [{ sender: { name: '' } }, 'sender.name must not be empty'],
    [{ operator: { name: 7 } }, 'operator.name must be a string'],
    [{ operator: { nickname: 'S' } }, 'operator.nickname is not a known setting'],
    [
      { tariff: { ...example.tariff, currency: 'JPY' } },
      'tariff.currency must be the code of a currency with two',
    ],
    // Taiwan dollars are paid out in whole units, XAU is gold, and ABC does not exist.
    ...['TWD', 'XAU', 'ABC'].map((currency): [unknown, string] => [
      { tariff: { ...example.tariff, currency } },
      'tariff.currency must be the code of a currency with two',
    ]),
    [
      { tariff: { ...example.tariff, currency: 'euro' } },
      'tariff.currency must be the code of a currency with two',
    ],
    [{ tariff: { ...example.tariff, baseCents: 1.5 } }, 'tariff.baseCents must be a whole number'],
    [{ tariff: { ...example.tariff, baseCents: -1 } }, 'tariff.baseCents must be at least 0'],
    [{ tariff: { ...example.tariff, baseCents: undefined } }, 'tariff.baseCents is missing'],
    [
      { tariff: { ...example.tariff, baseCents: 29 } },
      'tariff has a smallest price below £0.30, which the payment provider does not collect',
    ],
    [
      { tariff: { ...example.tariff, vatPercent: 8.125 } },
      'tariff.vatPercent must have at most two decimals',
    ],
    [{ tariff: { ...example.tariff, speedCents: [0, 1] } }, 'tariff.speedCents.2 is missing'],
    [
      { presets: { sizes: [{ ...PALLET, height: 0 }], weights: [] } },
      'presets.sizes.0.height must be at least 0.1',
    ],
    [{ presets: { sizes: [PALLET, PALLET], weights: [] } }, 'presets.sizes has a key twice'],
    [
      { presets: { sizes: [{ ...PALLET, weight: 'upTo7' }], weights: [] } },
      'presets has a size whose weight is not the key of one',
    ],
    [
      { presets: { sizes: [{ ...PALLET, key: 'standard' }], weights: [] } },
      'presets.sizes.0.key is the key of a size or weight that is always offered',
    ],
    [{ presets: { sizes: [{ ...PALLET, depth: 1 }], weights: [] } }, 'depth is not a known setting'],
    [{ presets: { sizes: 1, weights: [] } }, 'presets.sizes must be a list'],
    [
      { presets: { sizes: [], weights: [{ key: 'sack', label: 'Sack', weight: 2.5 }] } },
      'presets.weights.0.weight must be a whole number',
    ],
    ...['1234567890123', '12345', 'A', 'Séan', 'Send*1'].map((statementDescriptor): [unknown, string] => [
      { statementDescriptor },
      'statementDescriptor must have 2 to 12 characters: letters without accents, digits, spaces, and . & + -, with at least one letter.',
    ]),
    // Abbreviations have other meanings in the database: IST is India here and Israel there, and neither is Ireland.
    ...['IST', 'BST', '+01:00', 'Dublin'].map((timeZone): [unknown, string] => [
      { timeZone },
      'timeZone must be the name of a time zone',
    ]),
    [{ map: { latitude: 91, longitude: 0, zoom: 3 } }, 'map.latitude must be at most 90'],
  ])('is refused with a clear line: %j', (content, message) => {
    expect(() => settingsWith(content)).toThrow(`BUSINESS_FILE ${file}`);
    expect(() => settingsWith(content)).toThrow(message);
  });

  test('that does not exist, or is in another encoding, is refused', () => {
    writeFileSync(join(directory, 'latin1.json'), '{ "operator": { "name": "Dún" } }', 'latin1');
    expect(() => readEnvironment({ BUSINESS_FILE: join(directory, 'latin1.json') })).toThrow('not valid');
    expect(() => readEnvironment({ BUSINESS_FILE: join(directory, 'none') })).toThrow('cannot be read');
  });
});

describe('A server with its own business settings', () => {
  test('publishes them and uses them for prices', async () => {
    settingsWith({ ...example, tariff: { ...example.tariff, baseCents: 9000 } });
    const harness = await createApiHarness(await openPostgres(), { BUSINESS_FILE: file });
    const { body: config } = await harness.send('/config.json');
    expect(config).toMatchObject({
      tariff: { currency: 'GBP', baseCents: 9000 },
      support: example.support,
      operator: example.operator,
      map: example.map,
      presets: example.presets,
    });
    expect(JSON.stringify(config)).not.toContain(example.sender.email);

    const { body: quote } = await harness.call('estimatePrice', { body: parcel() });
    expect(quote).toMatchObject({ currency: 'GBP' });
    expect(quote.estimatedPrice).toBeGreaterThan(90);
    const { token } = await harness.createUser();
    const { body: created } = await harness.call('createDeliveryRequest', { token, body: parcel() });
    expect(created).toMatchObject({ estimatedPrice: quote.estimatedPrice, currency: 'GBP' });
    const edited = await harness.call('editDeliveryRequest', {
      token,
      params: { id: created.id },
      body: parcel({ isFragile: true }),
    });
    expect(edited.body).toMatchObject({ estimatedPrice: quote.estimatedPrice + 2.5, currency: 'GBP' });
    await harness.close();
  });

  test('refuses a delivery whose price the payment provider does not collect (PAY-94)', async () => {
    settingsWith({ tariff: { ...example.tariff, baseCents: 99_000_000, fragileCents: 2_147_483_647 } });
    const harness = await createApiHarness(await openPostgres(), { BUSINESS_FILE: file });
    const { token } = await harness.createUser();
    const { body: created } = await harness.call('createDeliveryRequest', { token, body: parcel() });
    const body = parcel({ isFragile: true });
    const refused = {
      body: { status: 400, errors: [{ message: expect.stringMatching(/at most £999,999\.99$/) }] },
    };
    expect(await harness.expectProblem('createDeliveryRequest', { token, body })).toMatchObject(refused);
    const edit = { token, params: { id: created.id }, body };
    expect(await harness.expectProblem('editDeliveryRequest', edit)).toMatchObject(refused);
    await harness.close();
  });

  test('is named in emails about an account', async () => {
    settingsWith({ sender: { email: 'parcels@send.example' }, operator: { name: 'Parcels of Kent Ltd' } });
    const harness = await createApiHarness(await openPostgres(), { BUSINESS_FILE: file });
    const person = { name: 'A', phoneNumber: '1', email: 'nuala@example.ie', password: 'parcel-secret-1' };
    const token = (await harness.call('registerUser', { body: person })).body.jwtToken;
    await harness.confirmEmail(person.email);
    await harness.call('sendEmailCode', { body: { email: person.email } });
    await harness.call('changePassword', {
      token,
      body: { oldPassword: person.password, newPassword: 'parcel-secret-2' },
    });
    await harness.runJobs();
    expect(harness.emails.map(({ subject }) => subject).sort()).toEqual([
      'Confirm your email for Parcels of Kent Ltd',
      'Your Parcels of Kent Ltd code',
      'Your Parcels of Kent Ltd password was changed',
    ]);
    expect(serviceName({ ...DEFAULT_BUSINESS, ...example })).toBe(example.sender.name);
    expect(serviceName(DEFAULT_BUSINESS)).toBe('Send');
    await harness.close();
  });

  test('sends emails from its sender', async () => {
    const smtp = await startSmtp();
    const mailer = createSmtpMailer(smtp.url, { name: 'Send of Kent', address: 'parcels@send.example' });
    await mailer.send({ to: 'aoife@example.ie', subject: 'Hello', text: 'Hello' });
    expect(smtp.accepted[0]?.raw).toContain('From: Send of Kent <parcels@send.example>');
    await smtp.close();
  });
});
