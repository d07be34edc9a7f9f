import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import type { PlaceSnapshot } from '../../src/contract/place.ts';
import { DEFAULT_TARIFF, priceEstimate } from '../../src/contract/price.ts';
import { Draft } from '../../src/domain/draft.ts';
import { pickFor } from '../../src/domain/place-details.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import {
  beginDraft,
  button,
  currentDraft,
  currentStep,
  dropOffField,
  findPrice,
  logIn,
  openWizard,
  pickUpField,
  resetDevice,
} from './wizard-harness.tsx';

const redirectToCheckout = vi.hoisted(() => vi.fn());
vi.mock('../../src/use-cases/payments/checkout.ts', async (load) => ({
  ...(await load()),
  redirectToCheckout,
}));
const submitDeliveryRequest = vi.hoisted(() => vi.fn());
vi.mock('../../src/use-cases/deliveries/submit-delivery-request.ts', () => ({ submitDeliveryRequest }));

const NAAS = {
  label: 'Naas, Co. Kildare',
  city: 'Naas',
  country: 'IE',
  latitude: 53.2158,
  longitude: -6.6669,
};
const BANGORS = [
  { label: 'Bangor, Gwynedd', city: 'Bangor', country: 'GB', latitude: 53.2274, longitude: -4.1293 },
  {
    label: 'Bangor, Ards and North Down',
    city: 'Bangor',
    country: 'GB',
    latitude: 54.6534,
    longitude: -5.669,
  },
];
const TYPED = { pickUp: { name: 'Bangor', chosen: undefined }, dropOff: { name: 'Naas', chosen: undefined } };
const ASSUMED = 'Distance not known yet, 15 km assumed';

/** Estimates as the server does: "Naas" and picked places are located, and all other texts are unclear. */
function estimate({ body }: { body: unknown }) {
  const input = body as DeliveryRequestInput;
  const match = (place: PlaceSnapshot) =>
    place.latitude && place.longitude
      ? {
          kind: 'located' as const,
          label: place.city ?? '',
          latitude: place.latitude,
          longitude: place.longitude,
        }
      : place.name === 'Naas'
        ? { kind: 'located' as const, ...NAAS }
        : { kind: 'unclear' as const, candidates: place.name === 'Bangor' ? BANGORS : [] };
  const [pickUp, dropOff] = [match(input.pickUpSnapshot), match(input.dropOffSnapshot)];
  const point = (end: ReturnType<typeof match>) => (end.kind === 'located' ? end : undefined);
  const route = { from: point(pickUp), to: point(dropOff) };
  return { body: { ...priceEstimate(input, DEFAULT_TARIFF, route), pickUp, dropOff } };
}
const question = () => screen.queryByText('Which one did you mean?');
const findQuestion = () => screen.findByText('Which one did you mean?');

beforeEach(() => {
  resetDevice();
  redirectToCheckout.mockReset();
  submitDeliveryRequest.mockReset();
});

describe('A typed place that is unclear', () => {
  test('is asked about beside the fields, without taking the focus (PLC-07)', async () => {
    fakeApi({ estimatePrice: estimate });
    const { user } = await openWizard();
    await user.type(pickUpField(), 'Bangor');
    await user.type(dropOffField(), 'Naas');
    expect(await findQuestion()).toBeVisible();
    expect(document.activeElement).toBe(dropOffField());
    const group = within(await screen.findByRole('group', { name: 'Pick-up: “Bangor”' }));
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Bangor, Gwynedd',
      'Bangor, Ards and North Down',
      'Pick on the map',
      'Keep what I typed',
    ]);
    expect(screen.queryByRole('group', { name: /Drop-off/ })).toBeNull();
    expect(screen.getByText(ASSUMED)).toBeVisible();
  });

  test('is located by one of the candidates, and keeps its text (PLC-07)', async () => {
    const api = fakeApi({ estimatePrice: estimate });
    beginDraft(TYPED);
    const { user } = await openWizard();
    await user.click(await screen.findByRole('button', { name: 'Bangor, Gwynedd' }));
    expect(currentDraft()?.fields.pickUp).toMatchObject({
      name: 'Bangor, Gwynedd',
      chosen: { latitude: 53.2274, longitude: -4.1293, city: 'Bangor' },
    });
    expect(question()).toBeNull();
    expect(document.activeElement?.textContent).toBe('Location set for pick-up');
    await waitFor(() => expect(screen.queryByText(ASSUMED)).toBeNull());
    expect(api.callsOf('estimatePrice').at(-1)?.body).toMatchObject({
      pickUpSnapshot: { name: 'Bangor, Gwynedd', latitude: 53.2274 },
    });
  });

  test('may be passed over with the same press as ever, and is not asked about again (PLC-07, PLC-02)', async () => {
    fakeApi({ estimatePrice: estimate });
    beginDraft(TYPED);
    const { user } = await openWizard();
    await findQuestion();
    for (const step of ['package', 'delivery', 'summery']) {
      await user.click(button('Continue'));
      await waitFor(() => expect(currentStep()).toBe(step));
      expect((await screen.findAllByText(ASSUMED)).length).toBeGreaterThan(0);
      expect(question()).toBeNull();
    }
    const price = screen.getByRole('region', { name: 'Estimated price' });
    expect(within(price).getAllByText(ASSUMED)[0]).toBeVisible();
    expect(currentDraft()?.fields.pickUp.name).toBe('Bangor');
    const { fields } = v.parse(Draft, JSON.parse(JSON.stringify(currentDraft())));
    expect(fields.pickUp.isAsked).toBe(true);
  });

  test('is asked about on the summary if it was not before, and not after Keep what I typed (PLC-07)', async () => {
    fakeApi({ estimatePrice: estimate });
    beginDraft({ ...TYPED, dropOff: { name: 'Work', chosen: undefined } }, 'summery');
    const { user } = await openWizard('summery');
    const dropOff = within(await screen.findByRole('group', { name: 'Drop-off: “Work”' }));
    expect(dropOff.getByRole('button', { name: 'Pick on the map' })).toBeVisible();
    await user.click(dropOff.getByRole('button', { name: 'Keep what I typed' }));
    expect(screen.queryByRole('group', { name: 'Drop-off: “Work”' })).toBeNull();
    expect(screen.getByRole('group', { name: 'Pick-up: “Bangor”' })).toBeVisible();
    expect(currentDraft()?.fields.dropOff).toMatchObject({ name: 'Work', isAsked: true });
  });

  test('is asked about again after its text was changed', async () => {
    fakeApi({ estimatePrice: estimate });
    beginDraft({ ...TYPED, pickUp: { name: 'Bango', chosen: undefined, isAsked: true } });
    const { user } = await openWizard();
    await screen.findByText(ASSUMED);
    expect(question()).toBeNull();
    await user.type(pickUpField(), 'r');
    expect(await screen.findByRole('group', { name: 'Pick-up: “Bangor”' })).toBeVisible();
  });
});

test('places that are clear, and an API that says nothing about places, raise no question', async () => {
  const api = fakeApi({ estimatePrice: estimate });
  beginDraft({ ...TYPED, pickUp: { name: 'Naas', chosen: undefined } });
  await openWizard();
  await waitFor(() => expect(api.callsOf('estimatePrice')).toHaveLength(1));
  expect(await screen.findByText(/^Estimate/, { ignore: '[role=status]' })).toBeVisible();
  expect([question(), screen.queryByText(ASSUMED)]).toEqual([null, null]);
});

test.each([
  ['Aldi, Newbridge', 'Newbridge, Co. Kildare', 'Aldi, Newbridge, Co. Kildare'],
  ['Home', 'Naas, Co. Kildare', 'Home, Naas, Co. Kildare'],
  ['bangor', 'Bangor, Gwynedd', 'bangor, Gwynedd'],
  ['x'.repeat(495), 'Naas, Co. Kildare', 'x'.repeat(495)],
])('the typed text %j stays when %j is picked for it (PLC-07)', (name, label, expected) => {
  expect(pickFor({ name, chosen: undefined }, { ...NAAS, label })).toMatchObject({
    name: expected,
    chosen: { latitude: NAAS.latitude },
  });
});

describe('Without a connection', () => {
  test('a draft keeps the last known distance of its places, also over a reload (WIZ-30)', async () => {
    fakeApi({ estimatePrice: estimate });
    const howth = {
      name: 'Howth',
      chosen: { latitude: 53.3879, longitude: -6.0653, city: 'Howth', postalCode: '', country: '' },
    };
    beginDraft({ pickUp: howth, dropOff: TYPED.dropOff }, 'summery');
    const view = await openWizard('summery');
    await waitFor(() => expect(currentDraft()?.fields.dropOff.located?.label).toBe('Naas, Co. Kildare'));
    const online = screen
      .getByRole('region', { name: 'Estimated price' })
      .querySelector('strong')?.textContent;
    view.unmount();
    const stored = v.parse(Draft, JSON.parse(JSON.stringify(currentDraft())));
    useDrafts.setState({ drafts: [stored], currentId: stored.id });
    fakeApi({});
    useApp.setState({ isReachable: false });
    await openWizard('summery');
    await screen.findByText('Estimated offline; confirmed when you are back online');
    expect(await findPrice(online ?? '')).toBeVisible();
    expect(screen.queryByText(/^Distance, 4\d\.\d km \(Howth to Naas, Co\. Kildare\)$/)).not.toBeNull();
    expect(screen.queryByText(ASSUMED)).toBeNull();
  });

  test('places that the server has never located cost the assumed distance (PLC-02)', async () => {
    fakeApi({});
    useApp.setState({ isReachable: false });
    beginDraft(TYPED, 'delivery');
    await openWizard('delivery');
    expect(await screen.findByText(ASSUMED)).toBeVisible();
    expect(question()).toBeNull();
  });

  test('another text forgets the place', async () => {
    fakeApi({});
    beginDraft({ ...TYPED, dropOff: { ...TYPED.dropOff, located: NAAS } });
    const { user } = await openWizard();
    await user.type(dropOffField(), 'x');
    expect(currentDraft()?.fields.dropOff).toEqual({ name: 'Naasx', chosen: undefined });
  });

  test('a located place does not count as a change after the submit (WIZ-32)', () => {
    const id = beginDraft(TYPED);
    const before = currentDraft()?.updatedAt;
    useDrafts.getState().setLocated(id, { pickUp: undefined, dropOff: NAAS });
    expect(currentDraft()).toMatchObject({ updatedAt: before, fields: { dropOff: { located: NAAS } } });
  });
});

test('a delivery with an unclear place is saved, not charged, and its page follows (PLC-08)', async () => {
  logIn([]);
  fakeApi({ estimatePrice: estimate });
  beginDraft({ ...TYPED, pickUp: { ...TYPED.pickUp, isAsked: true } });
  const delivery = { ...aDelivery({ id: 42, status: 0 }), unclearPlaces: ['pickUp'], checkoutUrl: null };
  submitDeliveryRequest.mockResolvedValue({ kind: 'created', delivery });
  const { router } = await openWizard('summery');
  await screen.findAllByText(ASSUMED);
  await userEvent.click(button('Complete Request'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/deliveries/42'));
  expect(submitDeliveryRequest.mock.calls[0]?.[2]).toMatchObject({ assumedKm: 15 });
  expect(redirectToCheckout).not.toHaveBeenCalled();
});
