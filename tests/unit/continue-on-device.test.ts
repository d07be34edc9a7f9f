import { describe, expect, test } from 'vitest';
import type { DraftFields } from '../../src/domain/draft.ts';
import { DEFAULT_FIELDS, EMPTY_GUEST_DETAILS } from '../../src/domain/draft-defaults.ts';
import { parsePrefill, prefilledFields } from '../../src/domain/prefill.ts';
import { createTransferLink } from '../../src/domain/transfer-link.ts';

const ORIGIN = 'https://send.example';
const place = (name: string) => ({
  name,
  chosen: { latitude: 53.388, longitude: -6.066, city: 'Howth', postalCode: 'D13', country: 'Ireland' },
});

/** Reads the link as the other device does. */
function fieldsAfterTransfer(fields: Partial<DraftFields>): DraftFields {
  const { link } = createTransferLink(
    { fields: { ...DEFAULT_FIELDS, ...fields }, guest: EMPTY_GUEST_DETAILS },
    ORIGIN,
  );
  return prefilledFields(parsePrefill(Object.fromEntries(new URL(link).searchParams)));
}

describe('A draft transferred to another device', () => {
  test.each<[string, Partial<DraftFields>]>([
    [
      'typed places',
      {
        pickUp: { name: 'Rathmines & "Co"', chosen: undefined },
        dropOff: { name: 'Howth #3', chosen: undefined },
      },
    ],
    [
      'instructions of several lines',
      { instructions: 'Category: Flowers\nTwo people needed\nRing twice = wait\n😀 שלום' },
    ],
    ['speed and switches', { speed: 'same-day', isPriority: true, isFragile: true }],
    ['nothing at all', {}],
  ])('includes %s (WIZ-35)', (_, fields) => {
    expect(fieldsAfterTransfer(fields)).toEqual({ ...DEFAULT_FIELDS, ...fields });
  });

  test('includes the coordinates of chosen places (WIZ-35)', () => {
    const { pickUp } = fieldsAfterTransfer({ pickUp: place('3 Abbey Street, Howth') });
    expect(pickUp).toMatchObject({
      name: '3 Abbey Street, Howth',
      chosen: { latitude: 53.388, longitude: -6.066 },
    });
  });

  test('lists what a link cannot contain (WIZ-35)', () => {
    const fields: DraftFields = { ...DEFAULT_FIELDS, size: 'custom', weight: 'heavy' };
    expect(
      createTransferLink({ fields, guest: { ...EMPTY_GUEST_DETAILS, firstName: 'Niamh' } }, ORIGIN).omitted,
    ).toEqual(['the size of the package', 'its weight', 'your contact details']);
    const envelope: DraftFields = { ...DEFAULT_FIELDS, size: 'envelope' };
    expect(createTransferLink({ fields: envelope, guest: EMPTY_GUEST_DETAILS }, ORIGIN).omitted).toEqual([
      'the size of the package',
    ]);
    expect(
      createTransferLink({ fields: DEFAULT_FIELDS, guest: EMPTY_GUEST_DETAILS }, ORIGIN).omitted,
    ).toEqual([]);
  });

  test('leaves out instructions that make the link too long for a server, and says so (WIZ-35)', () => {
    const fields = { ...DEFAULT_FIELDS, instructions: 'Дзвоніть '.repeat(200), isFragile: true };
    const { link, isScannable, omitted } = createTransferLink({ fields, guest: EMPTY_GUEST_DETAILS }, ORIGIN);
    expect(omitted).toEqual(['the instructions']);
    expect(link).toBe(`${ORIGIN}/?isF=1`);
    expect(isScannable).toBe(true);
  });

  test('has no QR code when the link is too long to scan (WIZ-35)', () => {
    const fields = { ...DEFAULT_FIELDS, instructions: 'x'.repeat(2000) };
    const { link, isScannable } = createTransferLink({ fields, guest: EMPTY_GUEST_DETAILS }, ORIGIN);
    expect(isScannable).toBe(false);
    expect(new URL(link).searchParams.get('s')).toHaveLength(2000);
    expect(
      createTransferLink({ fields: DEFAULT_FIELDS, guest: EMPTY_GUEST_DETAILS }, ORIGIN).isScannable,
    ).toBe(true);
  });
});
