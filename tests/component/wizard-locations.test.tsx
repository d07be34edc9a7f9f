import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GeocodedPlace } from '../../src/api/places.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useApp } from '../../src/stores/app.ts';
import { addRecentPlace, useRecentPlaces } from '../../src/stores/recent-places.ts';
import { SUGGESTION_DEBOUNCE_MS } from '../../src/use-cases/places/use-place-suggestions.ts';
import { anAddress, aPlace } from '../support/address-fixtures.ts';
import {
  beginDraft,
  button,
  currentDraft,
  currentStep,
  dropOffField,
  logIn,
  openWizard,
  PLACES,
  pickUpField,
  resetDevice,
} from './wizard-harness.tsx';

const { searchPlaces, reverseGeocode } = vi.hoisted(() => ({
  searchPlaces: vi.fn(),
  reverseGeocode: vi.fn(),
}));
vi.mock('../../src/api/places.ts', async (original) => ({
  ...(await original<typeof import('../../src/api/places.ts')>()),
  searchPlaces,
  reverseGeocode,
}));

const found = (...places: GeocodedPlace[]) => ({ ok: true, value: places });

beforeEach(() => {
  resetDevice();
  searchPlaces.mockReset();
  searchPlaces.mockResolvedValue(found());
});

describe('The two places', () => {
  test('are required before Continue can be pressed (WIZ-04)', async () => {
    const { user } = await openWizard();
    for (const field of [pickUpField(), dropOffField()])
      expect(field.placeholder).toBe('Street, City, Postal Code');
    expect(button('Continue').disabled).toBe(true);
    await user.type(pickUpField(), 'Rathmines');
    expect(button('Continue').disabled).toBe(true);
    await user.type(dropOffField(), 'Howth');
    expect(button('Continue').disabled).toBe(false);
    await user.click(button('Continue'));
    await waitFor(() => expect(currentStep()).toBe('package'));
  });

  test('show an error beside their fields when they are blank', async () => {
    const { user } = await openWizard();
    await user.click(pickUpField());
    await user.click(dropOffField());
    expect(await screen.findByText('Pickup location is required')).toBeVisible();
    await user.tab();
    expect(await screen.findByText('Drop-off location is required')).toBeVisible();
    expect(pickUpField().getAttribute('aria-invalid')).toBe('true');
  });

  test('are swapped by Swap direction', async () => {
    beginDraft();
    const { user } = await openWizard();
    await user.click(button('Swap direction'));
    expect(pickUpField().value).toBe(PLACES.dropOff?.name);
    expect(dropOffField().value).toBe(PLACES.pickUp?.name);
  });

  test('are described as a route in words once both are set, and by a placeholder before (WIZ-08, WIZ-23)', async () => {
    searchPlaces.mockResolvedValue(found(aPlace()));
    const { user } = await openWizard();
    expect(screen.getByText('Route preview will appear here')).toBeVisible();
    await user.type(pickUpField(), 'Graf');
    await user.click(await screen.findByRole('option', { name: /Grafton Street/ }));
    searchPlaces.mockResolvedValue(
      found(aPlace({ description: 'Howth, Ireland', city: 'Howth', latitude: 53.3879, longitude: -6.0653 })),
    );
    await user.type(dropOffField(), 'Howth');
    await user.click(await screen.findByRole('option', { name: /Howth/ }));
    const preview = screen.getByRole('region', { name: 'Route preview' });
    expect(await within(preview).findByText(/About 14 km in a straight line/)).toBeVisible();
    await user.type(dropOffField(), '!');
    expect(screen.getByText('Route preview will appear here')).toBeVisible();
    expect(currentDraft()?.fields.dropOff).toEqual({ name: 'Howth, Ireland!', chosen: undefined });
  });
});

describe('Suggestions', () => {
  test('start after more than two characters and a pause (WIZ-05)', async () => {
    const { user } = await openWizard();
    await user.type(pickUpField(), 'Gr');
    await new Promise((resolve) => setTimeout(resolve, SUGGESTION_DEBOUNCE_MS + 50));
    expect(searchPlaces).not.toHaveBeenCalled();
    await user.type(pickUpField(), 'af');
    await waitFor(() => expect(searchPlaces).toHaveBeenCalledTimes(1));
    expect(searchPlaces.mock.calls[0]?.[0]).toBe('Graf');
  });

  test('offer a place once that was chosen before and that two sources describe differently (MAP-10)', async () => {
    const chosen = { latitude: 53.4509, longitude: -6.1544, city: 'Malahide', postalCode: '', country: '' };
    addRecentPlace({ name: 'Malahide, County Dublin, Ireland', chosen });
    searchPlaces.mockResolvedValue(
      found(
        aPlace({ description: 'Malahide', latitude: 53.451, longitude: -6.154 }),
        aPlace({ placeId: '2', description: 'Malahide', latitude: -31.7, longitude: 116.2 }),
      ),
    );
    const { user } = await openWizard();
    await user.type(dropOffField(), 'Mala');
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(1));
    const texts = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(texts).toEqual(['MalahideCounty Dublin, Ireland', 'Malahide']);
  });

  test('can be navigated and chosen by keyboard', async () => {
    searchPlaces.mockResolvedValue(
      found(aPlace(), aPlace({ placeId: '2', description: 'Grafton Court, Cork, Ireland', city: 'Cork' })),
    );
    const { user } = await openWizard();
    const field = pickUpField();
    await user.type(field, 'Graf');
    const options = await screen.findAllByRole('option');
    expect(field.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id);
    expect(options[1]?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{ArrowDown}');
    expect(field.getAttribute('aria-activedescendant')).toBe(options[0]?.id);
    await user.keyboard('{ArrowUp}{Enter}');
    expect(field.value).toBe('Grafton Court, Cork, Ireland');
    await waitFor(() => expect(document.activeElement).toBe(dropOffField()));
    expect(field.getAttribute('aria-expanded')).toBe('false');
    expect(currentDraft()?.fields.pickUp.chosen).toMatchObject({ city: 'Cork' });
  });

  test('move the focus from a chosen pick-up to the drop-off unless that is set (WIZ-43)', async () => {
    searchPlaces.mockResolvedValue(found(aPlace()));
    const { user } = await openWizard();
    await user.type(dropOffField(), 'Howth');
    await user.type(pickUpField(), 'Graf');
    await user.click(await screen.findByRole('option', { name: /Grafton Street/ }));
    expect(document.activeElement).toBe(pickUpField());
    await user.clear(dropOffField());
    await user.clear(pickUpField());
    await user.type(pickUpField(), 'Graf');
    await user.click(await screen.findByRole('option', { name: /Grafton Street/ }));
    expect(document.activeElement).toBe(dropOffField());
  });

  test('that are missing are explained, and Continue stays possible (WIZ-45)', async () => {
    const { user } = await openWizard();
    await user.type(dropOffField(), 'Howth');
    await user.type(pickUpField(), 'Nowhere at all');
    expect(await screen.findByText('No match. You can still continue with what you typed')).toBeVisible();
    expect(button('Continue').disabled).toBe(false);
  });

  const ABBEY_STREET = {
    name: '3 Abbey Street, Howth',
    street: '3 Abbey Street',
    chosen: { latitude: 53.3879, longitude: -6.0653, city: 'Howth', postalCode: '', country: 'Ireland' },
  };

  test('begin with recent places before anything is typed (WIZ-44)', async () => {
    useRecentPlaces.getState().add(ABBEY_STREET);
    const { user } = await openWizard();
    await user.click(pickUpField());
    await user.click(screen.getByRole('option', { name: /3 Abbey Street/ }));
    expect(currentDraft()?.fields.pickUp.chosen).toMatchObject({ city: 'Howth' });
  });

  test('are counted for screen readers (LAY-40)', async () => {
    useRecentPlaces.getState().add(ABBEY_STREET);
    const { user } = await openWizard();
    await user.type(pickUpField(), 'Abbey');
    expect(await screen.findByText('1 suggestion')).toBeVisible();
  });

  describe('with a location of the device', () => {
    const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>();
    beforeEach(() => {
      Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
    });
    afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'));

    test('offer to use it in an empty field (WIZ-44)', async () => {
      getCurrentPosition.mockImplementation((onSuccess) =>
        onSuccess({ coords: { latitude: 53.3424, longitude: -6.2597 } } as GeolocationPosition),
      );
      reverseGeocode.mockResolvedValue({ ok: true, value: aPlace() });
      const { user } = await openWizard();
      await user.click(pickUpField());
      await user.click(screen.getByRole('option', { name: 'Use my location' }));
      await waitFor(() => expect(pickUpField().value).toBe('Grafton Street, Dublin, Ireland'));
      expect(document.activeElement).toBe(dropOffField());
    });

    test('explain below the field that it is blocked (WIZ-44)', async () => {
      getCurrentPosition.mockImplementation((_onSuccess, onError) =>
        onError?.({ code: 1 } as GeolocationPositionError),
      );
      const { user } = await openWizard();
      await user.click(pickUpField());
      await user.click(screen.getByRole('option', { name: 'Use my location' }));
      expect(await screen.findByText(/^Location is blocked/)).toBeVisible();
    });
  });

  test('close with Escape and keep the text', async () => {
    searchPlaces.mockResolvedValue(found(aPlace()));
    const { user } = await openWizard();
    await user.type(pickUpField(), 'Graf');
    await screen.findByRole('option');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(pickUpField().value).toBe('Graf');
  });

  test('for older text are aborted and never shown late', async () => {
    const responses = new Map<string, (places: unknown) => void>();
    const signals: AbortSignal[] = [];
    searchPlaces.mockImplementation((query: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise((resolve) => responses.set(query, resolve));
    });
    const { user } = await openWizard();
    await user.type(pickUpField(), 'Graf');
    await waitFor(() => expect(responses.has('Graf')).toBe(true));
    await user.type(pickUpField(), 'ton');
    await waitFor(() => expect(responses.has('Grafton')).toBe(true));
    expect(signals[0]?.aborted).toBe(true);
    responses.get('Grafton')?.(found(aPlace({ description: 'The new result' })));
    await screen.findByRole('option', { name: /The new result/ });
    responses.get('Graf')?.(found(aPlace({ description: 'The old result' })));
    await Promise.resolve();
    expect(screen.queryByRole('option', { name: /The old result/ })).toBeNull();
  });

  test('are loaded only on request when the geocoder forbids autocomplete', async () => {
    const { config } = useApp.getState();
    const searchUrl = 'https://nominatim.openstreetmap.org/search';
    useApp.setState({ config: { ...config, geocoder: { ...config.geocoder, searchUrl } } });
    searchPlaces.mockResolvedValue(found(aPlace()));
    const { user } = await openWizard();
    await user.type(pickUpField(), 'Graf');
    await user.click(await screen.findByRole('option', { name: 'Search for “Graf”' }));
    expect(await screen.findByRole('option', { name: /Grafton Street/ })).toBeVisible();
    expect(searchPlaces).toHaveBeenCalledTimes(1);
  });
});

describe('The places of a customer', () => {
  test('are disabled while the saved addresses load, and a button says so (WIZ-09, WIZ-10)', async () => {
    logIn();
    await openWizard();
    expect(pickUpField().disabled).toBe(true);
    expect(button('Loading...').disabled).toBe(true);
    useAddresses.getState().replace('aoife@example.ie', [], Date.now());
    await waitFor(() => expect(pickUpField().disabled).toBe(false));
    expect(button('Continue')).toBeVisible();
  });

  test('can be typed when the saved addresses fail to load', async () => {
    logIn();
    await openWizard();
    useAddresses.getState().finishLoading();
    await waitFor(() => expect(pickUpField().disabled).toBe(false));
  });

  test('offer the saved addresses in the same list, also without accents, or say that there are none (WIZ-06)', async () => {
    logIn([anAddress(), anAddress({ id: 2, name: 'Office', street: '1 Sráid Phádraig' })]);
    const { user } = await openWizard();
    await user.click(pickUpField());
    expect(screen.getAllByRole('option', { name: /D06 X2P4/ })).toHaveLength(2);
    await user.type(pickUpField(), 'phadraig');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Office1 Sráid Phádraig, D06 X2P4, Dublin',
    ]);
    await user.type(pickUpField(), 'x');
    expect(screen.getByText('No saved addresses found.')).toBeVisible();
  });

  test('can be filled by one tap on a chip, which fills the field that last had focus (WIZ-43)', async () => {
    logIn([anAddress()]);
    const { user } = await openWizard();
    await user.click(pickUpField());
    await user.click(button('Home as pick-up'));
    expect(pickUpField().value).toBe('12 Leinster Road, D06 X2P4, Dublin');
    await user.click(button('Home as drop-off'));
    expect(dropOffField().value).toBe('12 Leinster Road, D06 X2P4, Dublin');
  });

  test('do not offer the saved addresses of another account (SES-04)', async () => {
    logIn([]);
    const address = anAddress({ isDefaultPickUp: true, isDefaultDropOff: true });
    useAddresses.getState().replace('eve@example.ie', [address], Date.now());
    await openWizard();
    expect(screen.queryByRole('button', { name: 'Home as pick-up' })).toBeNull();
    expect(pickUpField().value).toBe('');
  });

  test('start with the default addresses (WIZ-24)', async () => {
    logIn([
      anAddress({ isDefaultPickUp: true }),
      anAddress({ id: 2, name: 'Office', street: '1 Dame Street', isDefaultDropOff: true }),
    ]);
    await openWizard();
    expect(pickUpField().value).toContain('12 Leinster Road');
    expect(dropOffField().value).toContain('1 Dame Street');
    expect(currentDraft()).toBeUndefined();
  });

  test('start with the places of a link instead', async () => {
    logIn([anAddress({ isDefaultPickUp: true, isDefaultDropOff: true })]);
    await openWizard(undefined, { d: 'Howth' });
    expect(pickUpField().value).toBe('');
    expect(dropOffField().value).toBe('Howth');
  });

  test('start with the defaults when a link has only a category', async () => {
    logIn([anAddress({ isDefaultPickUp: true })]);
    await openWizard(undefined, { c: 'flowers' });
    expect(pickUpField().value).toContain('12 Leinster Road');
  });

  test('lead straight to the Summary with Fast forward (WIZ-11, WIZ-16)', async () => {
    logIn([]);
    const { user } = await openWizard();
    expect(screen.queryByRole('button', { name: 'Fast forward' })).toBeNull();
    await user.type(pickUpField(), 'Rathmines');
    await user.type(dropOffField(), 'Howth');
    await user.click(button('Fast forward'));
    await waitFor(() => expect(currentStep()).toBe('summery'));
  });
});

test('a guest sees neither chips nor Fast forward', async () => {
  beginDraft();
  await openWizard();
  expect(screen.queryByRole('button', { name: 'Fast forward' })).toBeNull();
  expect(screen.queryByRole('group', { name: /Saved addresses/ })).toBeNull();
});
