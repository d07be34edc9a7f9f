import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STILL_TRYING_MS } from '../../src/app/Providers.tsx';
import { AddCardForm } from '../../src/features/account/AddCardForm.tsx';
import { useApp } from '../../src/stores/app.ts';
import { usePayments } from '../../src/stores/payments.ts';
import { AOIFE, aCard, alertsShown, resetAs } from '../support/account-fixtures.ts';
import { fakeApi, MISSING_CALL_REPLIES } from '../support/fake-api.ts';
import { renderPlain } from '../support/render.tsx';

type Listener = (event: { empty?: boolean; error?: { message: string } }) => void;

/** The part of the provider's client that the form uses. Each field is a plain box. */
class FakeField {
  listeners = new Map<string, Listener>();
  styles: unknown[] = [];
  isDestroyed = false;
  on(event: string, listener: Listener) {
    this.listeners.set(event, listener);
  }
  mount(place: HTMLElement) {
    place.append(document.createElement('span'));
  }
  update(options: unknown) {
    this.styles.push(options);
  }
  destroy() {
    this.isDestroyed = true;
  }
  focus() {
    this.listeners.get('focus')?.({});
  }
}

const provider = vi.hoisted(() => ({ load: vi.fn() }));
vi.mock('../../src/use-cases/payments/card-provider.ts', () => ({ loadCardProvider: provider.load }));

const SETUP = { createSetupIntent: () => ({ status: 201, body: { clientSecret: 'seti_1_secret_2' } }) };
let fields: Record<string, FakeField>;
const confirmCardSetup = vi.fn();
const createPaymentMethod = vi.fn();
const getElement = vi.fn();
const onClose = vi.fn();
const onLeave = vi.fn();
const onDirtyChange = vi.fn();

beforeEach(() => {
  resetAs(AOIFE);
  fakeApi(SETUP);
  fields = {};
  confirmCardSetup.mockReset().mockResolvedValue({ setupIntent: { payment_method: 'pm_new' } });
  createPaymentMethod.mockReset().mockResolvedValue({ paymentMethod: { id: 'pm_new' } });
  getElement.mockReset().mockImplementation((part: string) => fields[part] ?? null);
  onClose.mockReset();
  provider.load.mockReset().mockResolvedValue({
    confirmCardSetup,
    createPaymentMethod,
    elements: () => ({
      getElement,
      create: (part: string) => {
        fields[part] = new FakeField();
        return fields[part];
      },
    }),
  });
});

afterEach(() => vi.useRealTimers());

async function openForm() {
  const view = renderPlain(<AddCardForm onDirtyChange={onDirtyChange} onClose={onClose} onLeave={onLeave} />);
  await act(async () => undefined);
  return { ...view, user: userEvent.setup() };
}
const save = () => screen.getByRole('button', { name: 'Save Card' });
const field = (label: string) => screen.getByLabelText(label, { exact: true });
const ERROR = 'Error creating payment method';
/** The message in the form; a failure shows no other. */
async function expectOneMessage(sentence: string) {
  expect((await screen.findByRole('alert')).textContent).toBe(`${ERROR}${sentence}`);
  expect(alertsShown()).toEqual([]);
}

test("a card is verified with the customer's name, email, phone and country, then saved (ACC-19, PAY-20, ERR-04)", async () => {
  const api = fakeApi({
    ...SETUP,
    addPaymentMethod: () => ({ status: 201, body: aCard({ id: 'pm_new', last4: '1881' }) }),
  });
  const { user } = await openForm();
  expect(field('Cardholder Name')).toHaveProperty('value', 'Aoife Brennan');
  expect(field('Email')).toHaveProperty('value', 'aoife@example.ie');
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(confirmCardSetup).toHaveBeenCalledWith('seti_1_secret_2', {
    payment_method: {
      card: fields.cardNumber,
      billing_details: {
        name: 'Aoife Brennan',
        email: 'aoife@example.ie',
        phone: '+353 87 123 4567',
        address: { country: 'IE' },
      },
      allow_redisplay: 'always',
    },
  });
  expect(api.calls.at(-1)?.body).toEqual({ paymentMethodId: 'pm_new' });
  expect(usePayments.getState().methods?.map(({ last4 }) => last4)).toEqual(['1881']);
  expect(alertsShown()).toEqual(['Payment method added']);
});

test('the first card becomes the only default card', async () => {
  usePayments.getState().replaceMethods([aCard({ isDefault: true })]);
  fakeApi({
    ...SETUP,
    addPaymentMethod: () => ({ status: 201, body: aCard({ id: 'pm_new', isDefault: true }) }),
  });
  const { user } = await openForm();
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(
    usePayments
      .getState()
      .methods?.filter(({ isDefault }) => isDefault)
      .map(({ id }) => id),
  ).toEqual(['pm_new']);
});

test.each([
  ['Cardholder Name', '   ', 'Cardholder name is required'],
  ['Email', '', 'Email is required'],
  ['Email', 'aoife', 'Please enter a valid email'],
  ['Email', 'a@b', 'Please enter a valid email'],
])('rejects %s %j: %s (VAL-09)', async (label, typed, sentence) => {
  const { user } = await openForm();
  await user.clear(field(label));
  if (typed !== '') await user.type(field(label), typed);
  await user.click(save());
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(confirmCardSetup).not.toHaveBeenCalled();
});

test('saving a card reports that the card provider has not loaded', async () => {
  provider.load.mockReturnValue(new Promise(() => undefined));
  const { user } = await openForm();
  await user.click(save());
  await expectOneMessage('Stripe has not loaded yet');
  expect(onClose).not.toHaveBeenCalled();
});

test('saving a card reports that the card fields are missing', async () => {
  getElement.mockReturnValue(null);
  const { user } = await openForm();
  await user.click(save());
  await expectOneMessage('Card elements not found');
});

test('the error message of the card provider is shown (ERR-03)', async () => {
  confirmCardSetup.mockResolvedValue({ error: { message: 'Your card number is incomplete.' } });
  const { user } = await openForm();
  await user.click(save());
  await expectOneMessage('Your card number is incomplete.');
});

test('an unexpected error of the card provider is shown in our own words', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  confirmCardSetup.mockRejectedValue(new Error('boom'));
  const { user } = await openForm();
  await user.click(save());
  await expectOneMessage('An unexpected error occurred. Please try again.');
  expect(warned).toHaveBeenCalled();
});

test('saving a card can be canceled while the provider hangs, and no success is reported (CAL-07)', async () => {
  const api = fakeApi(SETUP);
  confirmCardSetup.mockReturnValue(new Promise(() => undefined));
  const { user } = await openForm();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await user.click(save());
  await act(() => vi.advanceTimersByTimeAsync(STILL_TRYING_MS));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(save().hasAttribute('data-loading')).toBe(false));
  expect(alertsShown()).toEqual([]);
  expect(api.callsOf('addPaymentMethod')).toEqual([]);
});

const declined = {
  status: 422,
  body: { title: 'PAYMENT_PROVIDER', status: 422, detail: 'Your card was declined.' },
};

test.each<[string, () => { status: number; body: unknown } | 'offline', string]>([
  ['the provider declines the card', () => declined, 'Your card was declined.'],
  [
    'the provider does not respond',
    () => ({ status: 502, body: { title: 'PAYMENT_PROVIDER', status: 502 } }),
    'Something went wrong with the server',
  ],
  ['no response arrives', () => 'offline', 'An unexpected error occurred. Please try again.'],
])('if %s, the form stays and says so beside the button (ERR-03, LAY-20)', async (_, reply, sentence) => {
  fakeApi({ ...SETUP, addPaymentMethod: reply });
  const { user } = await openForm();
  await user.click(save());
  await expectOneMessage(sentence);
  expect(onClose).not.toHaveBeenCalled();
  expect(field('Cardholder Name')).toHaveProperty('value', 'Aoife Brennan');
});

test('a card whose response was lost is saved once and said to be added (PAY-20, LAY-20)', async () => {
  fakeApi({
    ...SETUP,
    addPaymentMethod: () => 'offline',
    listPaymentMethods: () => ({ body: [aCard({ id: 'pm_new' })] }),
  });
  const { user } = await openForm();
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(alertsShown()).toEqual(['Payment method added']);
});

test('a second press after a lost response saves the same card, and another card number is verified (ACC-13)', async () => {
  const api = fakeApi({ ...SETUP, addPaymentMethod: () => 'offline', listPaymentMethods: () => 'offline' });
  const { user } = await openForm();
  await user.click(save());
  await expectOneMessage('An unexpected error occurred. Please try again.');
  await user.click(save());
  await waitFor(() => expect(api.callsOf('addPaymentMethod')).toHaveLength(2));
  await expectOneMessage('An unexpected error occurred. Please try again.');
  expect(confirmCardSetup).toHaveBeenCalledOnce();
  act(() => fields.cardNumber?.listeners.get('change')?.({ empty: false }));
  await user.click(save());
  await waitFor(() => expect(confirmCardSetup).toHaveBeenCalledTimes(2));
  await expectOneMessage('An unexpected error occurred. Please try again.');
  await user.type(field('Cardholder Name'), ' Walsh');
  await user.click(save());
  await waitFor(() => expect(confirmCardSetup).toHaveBeenCalledTimes(3));
});

test('a card whose verification lost its response is verified once (ACC-13)', async () => {
  const api = fakeApi({ ...SETUP, addPaymentMethod: () => ({ status: 201, body: aCard({ id: 'pm_new' }) }) });
  confirmCardSetup.mockResolvedValue({ error: { message: 'No connection to Stripe.' } });
  const { user } = await openForm();
  await user.click(save());
  await expectOneMessage('No connection to Stripe.');
  const setup_intent = { status: 'succeeded', payment_method: 'pm_new' };
  confirmCardSetup.mockResolvedValue({ error: { message: 'It has already succeeded.', setup_intent } });
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.callsOf('createSetupIntent')).toHaveLength(1);
  expect(api.callsOf('addPaymentMethod').map(({ body }) => body)).toEqual([{ paymentMethodId: 'pm_new' }]);
});

test('a card that was declined is verified again by the next press (PAY-20)', async () => {
  fakeApi({ ...SETUP, addPaymentMethod: () => declined });
  const { user } = await openForm();
  await user.click(save());
  await expectOneMessage('Your card was declined.');
  await user.click(save());
  await waitFor(() => expect(confirmCardSetup).toHaveBeenCalledTimes(2));
});

test('the message beside the fields goes with the next attempt', async () => {
  const api = fakeApi({ ...SETUP, addPaymentMethod: () => declined });
  const { user } = await openForm();
  await user.click(save());
  expect(await screen.findByText('Your card was declined.')).toBeVisible();
  api.script.addPaymentMethod = () => new Promise(() => undefined);
  await user.click(save());
  await waitFor(() => expect(screen.queryByText('Your card was declined.')).toBeNull());
});

test('the errors of the card provider are shown under their fields', async () => {
  await openForm();
  act(() => fields.cardExpiry?.listeners.get('change')?.({ error: { message: 'Your card has expired.' } }));
  expect(screen.getByRole('alert').textContent).toBe('Your card has expired.');
  act(() => fields.cardExpiry?.listeners.get('change')?.({}));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the card fields take the colors of a new theme', async () => {
  await openForm();
  act(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await waitFor(() => expect(fields.cardNumber?.styles.at(-1)).toHaveProperty('style.base.color'));
  expect(fields.cardCvc?.styles.at(-1)).toHaveProperty('style.invalid.color');
});

test('Escape within a card field leaves the dialog, which asks once something is typed in any field (LAY-08)', async () => {
  await openForm();
  act(() => fields.cardCvc?.listeners.get('escape')?.({}));
  expect(onLeave).toHaveBeenCalled();
  expect(onDirtyChange).toHaveBeenLastCalledWith(false);
  act(() => {
    fields.cardCvc?.listeners.get('change')?.({ empty: false });
    // The next event may be Escape, before React would render.
    expect(onDirtyChange).toHaveBeenLastCalledWith(true);
  });
  act(() => fields.cardCvc?.listeners.get('change')?.({ empty: true }));
  expect(onDirtyChange).toHaveBeenLastCalledWith(false);
});

test('closing the dialog removes the card fields', async () => {
  const { unmount } = await openForm();
  unmount();
  expect(Object.values(fields).every(({ isDestroyed }) => isDestroyed)).toBe(true);
});

test.each(MISSING_CALL_REPLIES)(
  'an API that says with %s that it has no setup intents gets a card that is not verified yet (PAY-20)',
  async (_, reply) => {
    const api = fakeApi({
      createSetupIntent: () => reply,
      addPaymentMethod: () => ({ status: 201, body: aCard({ id: 'pm_new' }) }),
    });
    const { user } = await openForm();
    await user.selectOptions(field('Country'), 'France');
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(createPaymentMethod.mock.lastCall?.[0]).toMatchObject({
      type: 'card',
      billing_details: { address: { country: 'FR' } },
    });
    expect(api.calls.at(-1)?.body).toEqual({ paymentMethodId: 'pm_new' });
  },
);

test('loading the card provider can be retried (ERR-03)', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const works = await provider.load();
  provider.load.mockRejectedValueOnce(new Error('no script'));
  const { user } = await openForm();
  expect(await screen.findByText('The card fields could not be loaded.')).toBeVisible();
  provider.load.mockResolvedValue(works);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('The card fields could not be loaded.')).toBeNull());
  expect(Object.keys(fields)).toContain('cardNumber');
});

test('offline, saving a card says that it needs a connection', async () => {
  useApp.setState({ isReachable: false });
  await openForm();
  expect(screen.getByText('Saving a card needs a connection.')).toBeVisible();
});
