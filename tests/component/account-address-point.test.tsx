import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Address } from '../../src/contract/address.ts';
import { AddressesPanel } from '../../src/features/account/AddressesPanel.tsx';
import { useAddresses } from '../../src/stores/addresses.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';

/** What the geocoder of the server knows about a town without streets: no street and no postal code. */
const NAAS = {
  place_id: 7,
  display_name: 'Naas, County Kildare, Ireland',
  lat: '53.2206',
  lon: '-6.6593',
  address: { town: 'Naas', county: 'County Kildare', country: 'Ireland' },
};
const ABBEY_STREET = {
  place_id: 8,
  display_name: 'Abbey Street, Howth, Dublin, Ireland',
  lat: '53.3879',
  lon: '-6.0653',
  address: { road: 'Abbey Street', village: 'Howth', postcode: 'D13', country: 'Ireland' },
};
const HOME = anAddress({ isDefaultPickUp: true });

beforeEach(() => resetAs(AOIFE));

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true });
const isLocated = () => screen.queryByText(/^Location set/) !== null;

async function open(list: Address[]) {
  const api = fakeApi({
    listAddresses: () => ({ body: list }),
    createAddress: ({ body }) => ({ status: 201, body: { ...(body as Address), id: 9 } }),
    editAddress: ({ body }) => ({ body: { ...(body as Address), id: 1 } }),
  });
  api.places = [NAAS, ABBEY_STREET];
  useAddresses.getState().replace(AOIFE.email, list, Date.now());
  await renderPages({ '/': () => <AddressesPanel /> });
  return { api, user: userEvent.setup() };
}

async function openNew() {
  const opened = await open([]);
  await opened.user.click(screen.getByRole('button', { name: 'Add New Address' }));
  await screen.findByRole('dialog');
  const search = async (text: string, option: RegExp) => {
    await opened.user.clear(field('Search for a place'));
    await opened.user.type(field('Search for a place'), text);
    await opened.user.click(await screen.findByRole('option', { name: option }));
  };
  return { ...opened, search };
}

async function openHome() {
  const opened = await open([HOME]);
  const card = screen.getByRole('listitem', { name: 'Home' });
  await opened.user.click(within(card).getByRole('button', { name: /^Edit / }));
  await screen.findByRole('dialog', { name: 'Edit Address' });
  return opened;
}

describe('The point of a picked address (ACC-25)', () => {
  test('stays when the fields that the geocoder left empty are filled in', async () => {
    const { api, user, search } = await openNew();
    await search('naas', /Naas/);
    await user.type(field('Street'), '12 Main Street');
    await user.type(field('Postal Code'), 'W91 X2P4');
    await user.type(field('Name'), 'Granny');
    expect(isLocated()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Save Address' }));
    await waitFor(() => expect(api.callsOf('createAddress')).toHaveLength(1));
    expect(api.callsOf('createAddress')[0]?.body).toMatchObject({
      street: '12 Main Street',
      postalCode: 'W91 X2P4',
      city: 'Naas',
      latitude: 53.2206,
      longitude: -6.6593,
    });
  });

  test('stays when the house number and another postal code are typed', async () => {
    const { user, search } = await openNew();
    await search('abbey', /Abbey Street/);
    await user.clear(field('Street'));
    expect(isLocated()).toBe(false);
    await user.type(field('Street'), '14a Abbey Street');
    await user.clear(field('Postal Code'));
    await user.type(field('Postal Code'), 'D05 X2P4');
    expect(field('Street').value).toBe('14a Abbey Street');
    expect(isLocated()).toBe(true);
  });

  test.each(['Street', 'City', 'Country'])(
    'is lost with another %s, and returns with the former text',
    async (label) => {
      const { user } = await openHome();
      expect(isLocated()).toBe(true);
      await user.type(field(label), 'x');
      expect(isLocated()).toBe(false);
      await user.type(field(label), '{Backspace}');
      expect(isLocated()).toBe(true);
    },
  );

  test('is replaced by the point of another place', async () => {
    const { api, user, search } = await openNew();
    await search('abbey', /Abbey Street/);
    await search('naas', /Naas/);
    expect(field('Street').value).toBe('');
    await user.type(field('Street'), 'Main Street');
    await user.type(field('Postal Code'), 'W91 X2P4');
    await user.type(field('Name'), 'Granny');
    await user.click(screen.getByRole('button', { name: 'Save Address' }));
    await waitFor(() => expect(api.callsOf('createAddress')).toHaveLength(1));
    expect(api.callsOf('createAddress')[0]?.body).toMatchObject({ latitude: 53.2206, longitude: -6.6593 });
  });
});

test('a place of the geocoder without a street keeps the street that was typed for the same town (ACC-25)', async () => {
  const { user, search } = await openNew();
  await user.type(field('Street'), '12 Main Street');
  await user.type(field('Postal Code'), 'W91 X2P4');
  await search('naas', /Naas/);
  expect([field('Street').value, field('Postal Code').value, field('City').value]).toEqual([
    '12 Main Street',
    'W91 X2P4',
    'Naas',
  ]);
});
