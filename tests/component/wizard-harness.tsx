import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Address } from '../../src/contract/address.ts';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import type { DraftFields } from '../../src/domain/draft.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import type { WizardStep } from '../../src/domain/wizard-steps.ts';
import { OutboxSection } from '../../src/features/outbox/OutboxSection.tsx';
import { LaterSteps, RequestScreen } from '../../src/features/request/RequestScreen.tsx';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useAlerts } from '../../src/stores/alerts.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { useRecentPlaces } from '../../src/stores/recent-places.ts';
import { useUser } from '../../src/stores/user.ts';
import { fakeApi } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';
import '../support/fake-indexeddb.ts';

export const AOIFE = {
  name: 'Aoife Brennan',
  email: 'aoife@example.ie',
  phoneNumber: '0871234567',
  jwtToken: 'token',
};

export const PLACES: Partial<DraftFields> = {
  pickUp: { name: '12 Leinster Road, Rathmines', chosen: undefined },
  dropOff: { name: '3 Abbey Street, Howth', chosen: undefined },
};

/** Resets everything to a device that has never opened the app, with a published tariff. */
export function resetDevice(): void {
  // A test that needs responses replaces this server, which is not reachable.
  fakeApi({});
  for (const store of [useAlerts, useDialogs, useUser, useAddresses, useDrafts, useRecentPlaces, useOutbox]) {
    store.getState().reset();
  }
  useApp.setState({
    config: { ...DEFAULT_CONFIG, tariff: DEFAULT_TARIFF },
    isReachable: true,
    hasConfig: true,
  });
}

export function logIn(addresses?: Address[]): void {
  useUser.setState({ user: AOIFE });
  if (addresses) useAddresses.getState().replace(AOIFE.email, addresses, Date.now());
}

export function beginDraft(fields: Partial<DraftFields> = PLACES, step: WizardStep = 'locations'): string {
  const owner = useUser.getState().user?.email;
  return useDrafts.getState().createDraft({ owner, fields: { ...DEFAULT_FIELDS, ...fields }, step });
}

/** Waits for an amount in the price block; the action bar shows the same amount. */
export const findPrice = (text: string, timeout = 1000) =>
  within(screen.getByRole('region', { name: 'Estimated price', hidden: true })).findByText(
    text,
    {},
    { timeout },
  );

export const currentDraft = () => {
  const { drafts, currentId } = useDrafts.getState();
  return drafts.find(({ id }) => id === currentId);
};

/** Opens the wizard, optionally at a step. */
export async function openWizard(step?: WizardStep, search: Record<string, unknown> = {}, url = '/') {
  const pages = {
    '/': () => <RequestScreen search={search} outboxSection={<OutboxSection />} />,
    '/deliveries/$deliveryId': () => <h1>Delivery Details</h1>,
    '/deliveries/$deliveryId/payment': () => <h1>Payment</h1>,
  };
  await LaterSteps.preload();
  const view = await renderPages(pages, url);
  if (step) {
    await view.router.navigate({ to: '/', state: { step, draft: currentDraft()?.id } } as never);
    await screen.findByRole('heading', { name: new RegExp(`: ${HEADINGS[step]}$`) });
    await screen.findByRole('region', { name: 'Request a Delivery', busy: false });
  }
  return { ...view, user: userEvent.setup() };
}

const HEADINGS: Record<WizardStep, string> = {
  locations: 'Locations',
  package: 'Package',
  delivery: 'Delivery',
  summery: 'Summary',
};

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
export const pickUpField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Pick-up Location' });
export const dropOffField = () =>
  screen.getByRole<HTMLInputElement>('combobox', { name: 'Drop-off Location' });
export const currentStep = () =>
  screen
    .getAllByRole('listitem')
    .find((item) => item.getAttribute('aria-current') === 'step')
    ?.getAttribute('data-key');
