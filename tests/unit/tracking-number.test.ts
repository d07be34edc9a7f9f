import { describe, expect, test } from 'vitest';
import { numberInText, readTrackingInput } from '../../src/contract/tracking-number.ts';

const GUID = '3f2b8c1e-5d4a-4b6f-9a7c-0e1d2f3a4b5c';

describe('What is entered to track a package (TRK-09)', () => {
  test.each([
    ['the number', GUID],
    ['a number with spaces around it', `  ${GUID}\n`],
    ['a tracking link', `https://send.example/tracking?guid=${GUID}`],
    [
      'a whole message',
      `Your parcel is on its way. Tracking number: ${GUID}. Follow it here: https://a.example`,
    ],
    ['a message that also has the reference', `Reference SND-20417, follow it: /tracking?guid=${GUID}&x=1`],
  ])('is found in %s', (_what, text) => {
    expect(readTrackingInput(text)).toEqual({ kind: 'number', number: GUID });
  });

  test.each([
    ['https://send.example/tracking?guid=AB%2012', 'AB 12'],
    ['https://send.example/tracking?x=1&guid=%E0%A4%A#top', '%E0%A4%A'],
    [' PARCEL 7 ', 'PARCEL 7'],
  ])('may be a number of another form: %s', (text, number) => {
    expect(readTrackingInput(text)).toEqual({ kind: 'number', number });
  });

  test.each(['snd-20417', 'Reference: SND-20417.'])('may be a reference: %s', (text) => {
    expect(readTrackingInput(text)).toEqual({ kind: 'reference', reference: 'SND-20417' });
  });
});

const SHARED_NUMBER = '3f0c4f0e-0000-4000-8000-000000000000';
const LINK = `https://send.example/tracking?guid=${SHARED_NUMBER}`;
test.each([
  [[LINK, 'Your parcel', 'Send'], SHARED_NUMBER],
  [['', `Your parcel: ${LINK}`, 'Send'], SHARED_NUMBER],
  [[`Parcel ${SHARED_NUMBER}`], SHARED_NUMBER],
  [['https://shop.example/?guid=abc-1'], 'abc-1'],
  [['Your delivery SND-20417'], 'SND-20417'],
  [['No parcel in here'], 'No parcel in here'],
  [[], undefined],
])('the number in what another app shares: %j (INS-21)', (shared, number) => {
  expect(numberInText(shared.join('\n'))).toBe(number);
});
