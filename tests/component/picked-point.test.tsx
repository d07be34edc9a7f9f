import { screen } from '@testing-library/react';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_PRESETS } from '../../src/contract/presets.ts';
import { DraftFields } from '../../src/domain/draft.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { parsePrefill, prefilledFields } from '../../src/domain/prefill.ts';
import { reverseRoute, toDeliveryRequestInput, toDraftFields } from '../../src/domain/request-payload.ts';
import { createTransferLink } from '../../src/domain/transfer-link.ts';
import { beginDraft, currentDraft, openWizard, pickUpField, resetDevice } from './wizard-harness.tsx';

const HOWTH = {
  name: 'Abbey Street, Howth',
  chosen: { latitude: 53.38791, longitude: -6.06532, city: 'Howth', postalCode: 'D13', country: 'Ireland' },
};
const NAAS = {
  name: 'Naas, County Kildare',
  chosen: { latitude: 53.2206, longitude: -6.6593, city: 'Naas', postalCode: '', country: 'Ireland' },
};
const FIELDS: DraftFields = { ...DEFAULT_FIELDS, pickUp: HOWTH, dropOff: NAAS };
const pointsOf = ({ pickUp, dropOff }: Pick<DraftFields, 'pickUp' | 'dropOff'>) =>
  [pickUp, dropOff].map(({ name, chosen }) => [name, chosen?.latitude, chosen?.longitude]);

beforeEach(resetDevice);

test('another text clears the chosen coordinates, and the former text brings them back (WIZ-23)', async () => {
  beginDraft({ pickUp: HOWTH, dropOff: NAAS });
  const { user } = await openWizard();
  await user.type(pickUpField(), 'x');
  expect(currentDraft()?.fields.pickUp).toEqual({ name: `${HOWTH.name}x`, chosen: undefined });
  await user.type(pickUpField(), '{Backspace}');
  expect(currentDraft()?.fields.pickUp).toEqual(HOWTH);
  await user.type(pickUpField(), ' ');
  expect(currentDraft()?.fields.pickUp.chosen).toEqual(HOWTH.chosen);
});

test('swapping the direction keeps both points', async () => {
  beginDraft({ pickUp: HOWTH, dropOff: NAAS });
  const { user } = await openWizard();
  await user.click(screen.getByRole('button', { name: 'Swap direction' }));
  expect(pointsOf(currentDraft()?.fields ?? DEFAULT_FIELDS)).toEqual(
    pointsOf({ pickUp: NAAS, dropOff: HOWTH }),
  );
});

test.each<[string, (fields: DraftFields) => DraftFields]>([
  ['a stored draft or template', (fields) => v.parse(DraftFields, JSON.parse(JSON.stringify(fields)))],
  [
    'a link to another device',
    (fields) => {
      const { link } = createTransferLink(
        { fields, guest: { firstName: '', lastName: '', email: '', phone: '' } },
        'https://send.example',
      );
      return prefilledFields(parsePrefill(Object.fromEntries(new URL(link).searchParams)));
    },
  ],
  [
    'a sent request that is sent again',
    (fields) => {
      const request = toDeliveryRequestInput(fields);
      return request ? toDraftFields(request, DEFAULT_PRESETS) : DEFAULT_FIELDS;
    },
  ],
  ['Send it back, twice', (fields) => reverseRoute(reverseRoute(fields))],
])('both points survive %s', (_, pass) => {
  expect(pointsOf(pass(FIELDS))).toEqual(pointsOf(FIELDS));
});
