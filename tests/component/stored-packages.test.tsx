import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useTracked } from '../../src/stores/tracked.ts';
import { anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { openTracking, resetDevice, setReachable } from './deliveries-harness.tsx';

const OTHER_GUID = '0b8f7c52-0000-4000-8000-000000000000';

const savedPackages = () => screen.findByRole('region', { name: 'Saved on this device' });

beforeEach(() => {
  resetDevice(null);
  for (const [guid, to] of [
    [GUID, 'Howth'],
    [OTHER_GUID, 'Cork'],
  ] as const) {
    const tracking = { ...anOrder({ guid }), from: 'Dublin', to };
    useTracked.getState().upsert({ guid, tracking, at: Date.now() - 42 * 60_000 });
  }
});

test('a guest finds every stored package without its number, offline too (TRK-17)', async () => {
  fakeApi({});
  setReachable(false);
  await openTracking();
  const saved = within(await savedPackages());
  expect(saved.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual([
    'Dublin to Cork',
    'Dublin to Howth',
  ]);
  expect(await saved.findAllByText(/42 min/)).toHaveLength(2);
  expect(saved.getByRole('link', { name: 'Track Dublin to Howth' }).getAttribute('href')).toBe(
    `/tracking?guid=${GUID}`,
  );
});

test('the stored packages are below a number that is not found, and not below a result (TRK-17)', async () => {
  const api = fakeApi({ trackOrder: () => problemReply(404, 'ORDER_NOT_FOUND') });
  const { unmount } = await openTracking('11111111-0000-4000-8000-000000000000');
  expect(await screen.findByText('No package found')).toBeVisible();
  expect(within(await savedPackages()).getAllByRole('article')).toHaveLength(2);
  unmount();
  api.script.trackOrder = () => ({ body: { ...anOrder(), from: 'Dublin', to: 'Howth' } });
  await openTracking(GUID);
  await screen.findByRole('article', { name: 'Tracking result' });
  expect(screen.queryByRole('region', { name: 'Saved on this device' })).toBeNull();
});

test('a tracking number that is no UUID keeps its upper case, because another API may tell both cases apart', async () => {
  useTracked.setState({ list: [] });
  const guid = 'SD-4711-Ab';
  const api = fakeApi({
    trackOrder: ({ path }) =>
      path === `orders/${guid}/tracking`
        ? { body: { ...anOrder({ guid }), from: 'Dublin', to: 'Cork' } }
        : problemReply(404, 'ORDER_NOT_FOUND'),
  });
  const { unmount } = await openTracking(guid);
  await screen.findByRole('article', { name: 'Tracking result' });
  unmount();
  await openTracking();
  const link = within(await savedPackages()).getByRole('link', { name: 'Track Dublin to Cork' });
  expect(link.getAttribute('href')).toBe(`/tracking?guid=${guid}`);
  expect(api.callsOf('trackOrder')).toHaveLength(1);
});
