import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Address } from '../../src/contract/address.ts';
import { AddressesPanel } from '../../src/features/account/AddressesPanel.tsx';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useApp } from '../../src/stores/app.ts';
import iconPaths from '../../src/ui/icons.json';
import { AOIFE, alertsShown, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { iconOf, renderPages } from '../support/render.tsx';

const HOME = anAddress({ isDefaultPickUp: true });
const WORK = anAddress({ id: 2, name: 'Work', street: '3 Abbey Street', isDefaultDropOff: true });

beforeEach(() => resetAs(AOIFE));

async function open(list: Address[] | undefined) {
  if (list) useAddresses.getState().replace(AOIFE.email, list, Date.now());
  await renderPages({ '/': () => <AddressesPanel /> });
  return userEvent.setup();
}
const lists = (list: Address[]) => ({ listAddresses: () => ({ body: list }) });
const card = (name: string) => screen.getByRole('listitem', { name });
const button = (name: string) => screen.getByRole('button', { name });
const field = (label: string) => screen.getByLabelText(label, { exact: true });

test('each address is a card with name, address, icon, Edit and Delete (ACC-07)', async () => {
  fakeApi(lists([HOME, WORK]));
  await open([HOME, WORK, anAddress({ id: 3, name: ' warehouse ' }), anAddress({ id: 4, name: 'Granny' })]);
  expect(within(card('Home')).getByText('12 Leinster Road, D06 X2P4, Dublin')).toBeVisible();
  expect(within(card('Home')).getByRole('button', { name: 'Edit Home' })).toBeVisible();
  expect(within(card('Home')).getByRole('button', { name: 'Delete Home' })).toBeVisible();
  const { home, office, warehouse, pin } = iconPaths;
  expect(screen.getAllByRole('listitem').map(iconOf)).toEqual([home, office, warehouse, pin]);
});

test('the panel shows that addresses are loading (ACC-10)', async () => {
  let response: ((reply: { body: Address[] }) => void) | undefined;
  fakeApi({ listAddresses: () => new Promise((resolve) => (response = resolve)) });
  await open(undefined);
  await waitFor(() => expect(response).toBeDefined());
  expect(screen.getByText('Loading addresses...')).toBeVisible();
  response?.({ body: [HOME] });
  expect(await screen.findByRole('listitem', { name: 'Home' })).toBeVisible();
  expect(screen.queryByText('Loading addresses...')).toBeNull();
});

test('an empty list offers to add the first address (ACC-10)', async () => {
  fakeApi(lists([]));
  await open([]);
  expect(screen.getByText('No addresses yet')).toBeVisible();
  expect(screen.getByText('Add your first address to get started')).toBeVisible();
});

test('a failed load of addresses is not shown as an empty list', async () => {
  const api = fakeApi({});
  const user = await open(undefined);
  expect(await screen.findByText('Your addresses could not be loaded')).toBeVisible();
  expect(screen.queryByText('No addresses yet')).toBeNull();
  Object.assign(api.script, lists([HOME]));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('listitem', { name: 'Home' })).toBeVisible();
});

test('the cached addresses of another account are not shown', async () => {
  fakeApi({});
  useAddresses.getState().replace('eve@example.ie', [anAddress({ name: 'Eve' })], Date.now());
  await open(undefined);
  expect(screen.queryByText('Eve')).toBeNull();
  expect(await screen.findByText('Your addresses could not be loaded')).toBeVisible();
});

test('deleting an address asks for confirmation (ACC-08, ERR-04)', async () => {
  const api = fakeApi({ ...lists([HOME, WORK]), deleteAddress: () => ({ body: {} }) });
  const user = await open([HOME, WORK]);
  await user.click(within(card('Work')).getByRole('button', { name: 'Delete Work' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  expect(within(dialog).getByText('This will permanently delete this address.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Work' })).toBeNull());
  expect(api.callsOf('deleteAddress').map(({ path }) => path)).toEqual(['addresses/send/2']);
  expect(alertsShown()).toEqual(['Address deleted']);
});

test('an address that the server no longer has leaves the list after the failed delete', async () => {
  const api = fakeApi({
    ...lists([HOME, WORK]),
    deleteAddress: () => problemReply(404, 'ADDRESS_NOT_FOUND'),
  });
  const user = await open([HOME, WORK]);
  await waitFor(() => expect(api.callsOf('listAddresses')).toHaveLength(1));
  Object.assign(api.script, lists([HOME]));
  await user.click(within(card('Work')).getByRole('button', { name: 'Delete Work' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Work' })).toBeNull());
});

test.each([
  ['Default Pick-up', 'setDefaultPickUp', 'Default pick-up address updated', 'Work'],
  ['Default Drop-off', 'setDefaultDropOff', 'Default drop-off address updated', 'Home'],
] as const)('%s selects one of all addresses (ACC-09, ERR-04)', async (label, endpointName, alert, name) => {
  const api = fakeApi({ ...lists([HOME, WORK]), [endpointName]: () => ({ body: WORK }) });
  const user = await open([HOME, WORK]);
  const chosen = () =>
    screen.getAllByRole<HTMLInputElement>('radio', { name: new RegExp(label) }).filter((one) => one.checked);
  expect(chosen()).toHaveLength(1);
  await user.click(within(card(name)).getByRole('radio', { name: `${label}: ${name}` }));
  await waitFor(() =>
    expect(within(card(name)).getByRole('radio', { name: `${label}: ${name}` })).toHaveProperty(
      'checked',
      true,
    ),
  );
  expect(chosen()).toHaveLength(1);
  expect(api.callsOf(endpointName)).toHaveLength(1);
  expect(alertsShown()).toEqual([alert]);
});

test('the old default address stays selected when the change is rejected (ACC-09)', async () => {
  const api = fakeApi({
    ...lists([HOME, WORK]),
    setDefaultPickUp: () => problemReply(500, 'INTERNAL_ERROR'),
  });
  const user = await open([HOME, WORK]);
  await user.click(within(card('Work')).getByRole('radio', { name: 'Default Pick-up: Work' }));
  await waitFor(() => expect(api.callsOf('listAddresses').length).toBeGreaterThan(1));
  expect(within(card('Home')).getByRole('radio', { name: 'Default Pick-up: Home' })).toHaveProperty(
    'checked',
    true,
  );
  expect(alertsShown()).toEqual([]);
});

test('a new address starts without a name and requires every field (ACC-23, VAL-08)', async () => {
  const api = fakeApi(lists([]));
  const user = await open([]);
  await user.click(button('Add New Address'));
  expect(await screen.findByRole('dialog', { name: 'Add New Address' })).toBeVisible();
  expect(field('Name')).toHaveProperty('value', '');
  await user.click(button('Save Address'));
  for (const name of ['Name', 'Country', 'City', 'Street', 'Postal code']) {
    expect(screen.getByText(`${name} is required`)).toBeVisible();
  }
  expect(document.activeElement).toBe(field('Name'));
  expect(api.callsOf('createAddress')).toEqual([]);
});

test('a typed address is saved without coordinates and with a suggested name (ACC-11, ERR-04)', async () => {
  const api = fakeApi({
    ...lists([]),
    createAddress: ({ body }) => ({ status: 201, body: { ...(body as Address), id: 9 } }),
  });
  const user = await open([]);
  await user.click(button('Add New Address'));
  await screen.findByRole('dialog');
  for (const name of ['Home', 'Work', 'Office', 'Warehouse']) expect(button(name)).toBeVisible();
  await user.click(button('Warehouse'));
  await user.type(field('Street'), 'Unit 4');
  await user.type(field('Postal Code'), 'D12');
  await user.type(field('City'), 'Dublin');
  await user.type(field('Country'), 'Ireland');
  await user.click(button('Save Address'));
  expect(await screen.findByRole('listitem', { name: 'Warehouse' })).toBeVisible();
  expect(api.callsOf('createAddress')[0]?.body).toEqual({
    name: 'Warehouse',
    street: 'Unit 4',
    postalCode: 'D12',
    city: 'Dublin',
    country: 'Ireland',
    latitude: 0,
    longitude: 0,
    isDefaultPickUp: false,
    isDefaultDropOff: false,
  });
  expect(alertsShown()).toEqual(['Address created']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a tap on a touch screen reaches its button before a message moves it (LAY-27)', async () => {
  fakeApi(lists([]));
  const user = await open([]);
  await user.click(button('Add New Address'));
  await screen.findByRole('dialog');
  await user.click(field('Name'));
  let isInvalidAtRelease: string | null = null;
  const atRelease = () => {
    isInvalidAtRelease = field('Name').getAttribute('aria-invalid');
  };
  document.addEventListener('mouseup', atRelease, { capture: true, once: true });
  await user.pointer({ keys: '[TouchA]', target: button('Work') });
  expect(isInvalidAtRelease).not.toBe('true');
  expect(field('Name')).toHaveProperty('value', 'Work');
});

test('editing the name keeps the coordinates, and typing in the address clears them (MAP-12, ERR-04)', async () => {
  const api = fakeApi({
    ...lists([HOME]),
    editAddress: ({ body }) => ({ body: { ...(body as Address), id: 1 } }),
  });
  const user = await open([HOME]);
  await user.click(within(card('Home')).getByRole('button', { name: 'Edit Home' }));
  expect(await screen.findByRole('dialog', { name: 'Edit Address' })).toBeVisible();
  expect(screen.getByText('Location set')).toBeVisible();
  await user.type(field('Name'), ' sweet');
  expect(screen.getByText('Location set')).toBeVisible();
  await user.type(field('Street'), 'x');
  expect(screen.queryByText('Location set')).toBeNull();
  await user.click(button('Update Address'));
  await waitFor(() => expect(alertsShown()).toEqual(['Address saved']));
  const { id: _, ...rest } = HOME;
  expect(api.callsOf('editAddress')[0]?.body).toEqual({
    ...rest,
    // The server keeps the default. Another one may have been chosen elsewhere since the list was loaded. (ACC-09)
    isDefaultPickUp: false,
    name: 'Home sweet',
    street: '12 Leinster Roadx',
    latitude: 0,
    longitude: 0,
  });
});

test('after an edit the panel shows the default that was chosen elsewhere meanwhile (ACC-09)', async () => {
  const home = { ...HOME, isDefaultPickUp: false };
  const api = fakeApi({
    listAddresses: () => ({
      body:
        api.callsOf('editAddress').length === 0 ? [HOME, WORK] : [home, { ...WORK, isDefaultPickUp: true }],
    }),
    editAddress: () => ({ body: home }),
  });
  const user = await open([HOME, WORK]);
  await user.click(within(card('Home')).getByRole('button', { name: 'Edit Home' }));
  await user.click(await screen.findByRole('button', { name: 'Update Address' }));
  const radio = () => screen.getByLabelText('Default Pick-up: Work');
  await waitFor(() => expect(radio()).toHaveProperty('checked', true));
});

test('what was typed for an address that was deleted elsewhere can be saved as a new one (ACC-11)', async () => {
  const api = fakeApi({
    listAddresses: () => ({ body: api.callsOf('editAddress').length === 0 ? [HOME, WORK] : [WORK] }),
    editAddress: () => problemReply(404, 'ADDRESS_NOT_FOUND'),
    createAddress: ({ body }) => ({ status: 201, body: { ...(body as Address), id: 9 } }),
  });
  const user = await open([HOME, WORK]);
  await user.click(within(card('Home')).getByRole('button', { name: 'Edit Home' }));
  await user.type(await screen.findByLabelText('Street'), ', Rathmines');
  await user.click(button('Update Address'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Address' }));
  await user.click(dialog.getByRole('button', { name: 'Save Address' }));
  expect(await screen.findByText('12 Leinster Road, Rathmines', { exact: false })).toBeVisible();
  expect(api.callsOf('createAddress')).toHaveLength(1);
});

test('choosing a search result fills country, city, street, postal code and coordinates (PRD-05)', async () => {
  const api = fakeApi({
    ...lists([]),
    createAddress: ({ body }) => ({ status: 201, body: { ...(body as Address), id: 9 } }),
  });
  api.places = [
    {
      place_id: 7,
      display_name: 'Abbey Street, Howth, Dublin, Ireland',
      lat: '53.3879',
      lon: '-6.0653',
      address: { road: 'Abbey Street', village: 'Howth', postcode: 'D13', country: 'Ireland' },
    },
  ];
  const user = await open([]);
  await user.click(button('Add New Address'));
  await screen.findByRole('dialog');
  await user.type(field('Search for a place'), 'abbey');
  await user.click(await screen.findByRole('option', { name: /Abbey Street/ }));
  expect(field('Street')).toHaveProperty('value', 'Abbey Street');
  expect(field('City')).toHaveProperty('value', 'Howth');
  expect(field('Postal Code')).toHaveProperty('value', 'D13');
  expect(field('Country')).toHaveProperty('value', 'Ireland');
  await user.type(field('Name'), 'Boat');
  await user.click(button('Save Address'));
  await waitFor(() => expect(api.callsOf('createAddress')).toHaveLength(1));
  expect(api.callsOf('createAddress')[0]?.body).toMatchObject({ latitude: 53.3879, longitude: -6.0653 });
});

test('a rejected address stays open and shows the error of the server beside its field', async () => {
  fakeApi({
    ...lists([HOME]),
    editAddress: () =>
      problemReply(400, 'VALIDATION_EXCEPTION', [{ path: 'postalCode', message: 'Unknown postal code' }]),
  });
  const user = await open([HOME]);
  await user.click(within(card('Home')).getByRole('button', { name: 'Edit Home' }));
  await user.click(await screen.findByRole('button', { name: 'Update Address' }));
  expect(await screen.findByText('Unknown postal code')).toBeVisible();
  expect(document.activeElement).toBe(field('Postal Code'));
});

test('offline, addresses are read-only and the panel says why', async () => {
  const api = fakeApi({});
  useApp.setState({ isReachable: false });
  const user = await open([HOME, WORK]);
  expect(screen.getByText('Editing, deleting and choosing defaults need a connection.')).toBeVisible();
  await user.click(within(card('Work')).getByRole('button', { name: 'Delete Work' }));
  await user.click(within(card('Work')).getByRole('radio', { name: 'Default Pick-up: Work' }));
  await user.click(button('Add New Address'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(within(card('Home')).getByRole('radio', { name: 'Default Pick-up: Home' })).toHaveProperty(
    'checked',
    true,
  );
  expect(api.calls.filter(({ endpointName }) => endpointName !== 'listAddresses')).toEqual([]);
});
