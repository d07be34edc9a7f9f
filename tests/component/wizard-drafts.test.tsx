import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { newEntry } from '../../src/outbox/entry.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { useUser } from '../../src/stores/user.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
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

beforeEach(resetDevice);

test('opening the wizard creates no draft, and the first key does', async () => {
  const { user } = await openWizard();
  expect(useDrafts.getState().drafts).toEqual([]);
  await user.type(pickUpField(), 'Rath');
  expect(useDrafts.getState().drafts).toHaveLength(1);
  expect(currentDraft()?.fields.pickUp.name).toBe('Rath');
});

test('the Back button and the browser go one step back (WIZ-25, WIZ-17)', async () => {
  beginDraft();
  const { user, router } = await openWizard();
  await user.click(button('Continue'));
  await waitFor(() => expect(currentStep()).toBe('package'));
  await user.click(button('Continue'));
  await waitFor(() => expect(currentStep()).toBe('delivery'));
  await user.click(button('Back'));
  await waitFor(() => expect(currentStep()).toBe('package'));
  act(() => router.history.back());
  await waitFor(() => expect(currentStep()).toBe('locations'));
  act(() => router.history.forward());
  await waitFor(() => expect(currentStep()).toBe('package'));
});

test('each step sets the title of the tab and focuses its heading (LAY-06)', async () => {
  beginDraft();
  const { user } = await openWizard();
  expect(document.title).toBe('Request a Delivery – Send');
  await user.click(button('Continue'));
  const heading = await screen.findByRole('heading', { name: 'Step 2 of 4: Package' });
  expect(document.activeElement).toBe(heading);
  expect(document.title).toBe('Package – Send');
});

test('two quick presses of Continue go one step, which Back undoes (WIZ-25)', async () => {
  beginDraft();
  const { router } = await openWizard();
  act(() => {
    button('Continue').click();
    button('Continue').click();
  });
  await screen.findByRole('group', { name: 'Size' });
  act(() => router.history.back());
  expect(await screen.findByRole('combobox', { name: 'Pick-up Location' })).toBeVisible();
  expect(currentStep()).toBe('locations');
});

test('Continue goes straight to the next step after the values of a link, too', async () => {
  const { user } = await openWizard(undefined, { p: '12 Leinster Road', d: '3 Abbey Street, Howth' });
  const steps: unknown[] = [];
  new MutationObserver(() => {
    if (currentStep() !== steps.at(-1)) steps.push(currentStep());
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-current'] });
  await user.click(button('Continue'));
  await screen.findByRole('group', { name: 'Size' });
  expect(steps).toEqual(['package']);
});

test('the progress is a list of four steps with the keys of the specification (WIZ-01)', async () => {
  await openWizard();
  const stops = screen.getByRole('list', { name: 'Progress' }).querySelectorAll('li');
  expect([...stops].map((stop) => stop.getAttribute('data-key'))).toEqual([
    'locations',
    'package',
    'delivery',
    'summery',
  ]);
  expect(currentStep()).toBe('locations');
});

test('a completed step of the progress opens again, and Back returns from it (WIZ-52)', async () => {
  beginDraft();
  const { user, router } = await openWizard('delivery');
  const stops = within(screen.getByRole('list', { name: 'Progress' }));
  const names = () => stops.getAllByRole('button').map((stop) => stop.getAttribute('aria-label'));
  expect(names()).toEqual(['Locations, completed', 'Package, completed']);
  act(() => stops.getByRole('button', { name: 'Package, completed' }).focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(currentStep()).toBe('package'));
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Step 2 of 4: Package' }));
  expect(names()).toEqual(['Locations, completed']);
  act(() => router.history.back());
  await waitFor(() => expect(currentStep()).toBe('delivery'));
});

test('a link creates a new draft with the first change and keeps the old one', async () => {
  beginDraft({ pickUp: { name: 'The old one', chosen: undefined } });
  const { user } = await openWizard(undefined, { p: 'From the link', d: 'Howth' });
  expect(pickUpField().value).toBe('From the link');
  expect(screen.getByText('The old one to somewhere')).toBeVisible();
  await user.type(dropOffField(), '!');
  await user.type(dropOffField(), '?');
  expect(dropOffField().value).toBe('Howth!?');
  expect(useDrafts.getState().drafts.map(({ fields }) => fields.pickUp.name)).toEqual([
    'The old one',
    'From the link',
  ]);
});

test('a link without usable parameters changes nothing', async () => {
  beginDraft();
  await openWizard(undefined, { c: 'elephants', pLat: 'x' });
  expect(pickUpField().value).toBe(PLACES.pickUp?.name);
});

test('the history of a sent request does not affect the next one', async () => {
  logIn([anAddress({ isDefaultPickUp: true, isDefaultDropOff: true })]);
  const { user, router } = await openWizard();
  await act(() => router.navigate({ to: '/', state: { step: 'summery', draft: 'sent-before' } } as never));
  expect(currentStep()).toBe('locations');
  await user.type(dropOffField(), '!');
  expect(currentStep()).toBe('locations');
});

test('another draft can be resumed at its step', async () => {
  beginDraft({ ...PLACES, instructions: 'Ring twice' }, 'package');
  beginDraft({ pickUp: { name: 'Now', chosen: undefined } });
  const { user } = await openWizard();
  expect(screen.getByRole('heading', { name: 'Resume your request' })).toBeVisible();
  await user.click(button('Resume 12 Leinster Road to 3 Abbey Street'));
  await waitFor(() => expect(currentStep()).toBe('package'));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Special Instructions/).value).toBe('Ring twice');
});

test('a request that waits is below the form, and above it if the user must act on it (LAY-54)', async () => {
  logIn();
  const body = deliveryRequest();
  const entry = newEntry('key-1', AOIFE.email, { kind: 'createDeliveryRequest', body }, Date.now());
  useOutbox.setState({ entries: [entry] });
  await openWizard();
  const list = await screen.findByRole('region', { name: 'Waiting to send (1)' });
  expect(pickUpField().compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  act(() => useOutbox.setState({ entries: [{ ...entry, state: 'needsLogin' }] }));
  const urgent = screen.getByRole('region', { name: 'Waiting to send (1)' });
  expect(urgent.compareDocumentPosition(pickUpField()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('a stored draft opens at the step that was left, and can be started again (WIZ-46)', async () => {
  const id = beginDraft({ ...PLACES, instructions: 'Ring twice' }, 'package');
  const { user } = await openWizard();
  await waitFor(() => expect(currentStep()).toBe('package'));
  expect(screen.getByText('Draft restored.')).toBeVisible();
  await user.click(button('Start again'));
  await waitFor(() => expect(currentStep()).toBe('locations'));
  expect(pickUpField().value).toBe('');
  expect(useDrafts.getState().drafts).toEqual([]);
  await user.click(button('Undo'));
  await waitFor(() => expect(currentDraft()?.id).toBe(id));
  expect(pickUpField().value).toBe('12 Leinster Road, Rathmines');
});

test('a link to the requests that wait opens the step with their list, and then the steps of a stored draft (INS-20, LAY-58)', async () => {
  beginDraft(PLACES, 'delivery');
  delete document.documentElement.dataset.draft;
  const { user } = await openWizard(undefined, {}, '/#waiting-heading');
  await waitFor(() => expect(document.documentElement.dataset.draft).toBe(''));
  expect(currentStep()).toBe('locations');
  expect(pickUpField().value).toBe('12 Leinster Road, Rathmines');
  await user.click(button('Continue'));
  await waitFor(() => expect(currentStep()).toBe('package'));
});

test('going back to the first step stays there, also after a restored draft (WIZ-46)', async () => {
  beginDraft(PLACES, 'package');
  const { user } = await openWizard();
  await waitFor(() => expect(currentStep()).toBe('package'));
  await user.click(button('Back'));
  await waitFor(() => expect(currentStep()).toBe('locations'));
  expect(screen.queryByText('Draft restored.')).toBeNull();
  expect(currentDraft()?.step).toBe('locations');
});

test('a discarded draft can be restored', async () => {
  beginDraft();
  const id = beginDraft({ pickUp: { name: 'Now', chosen: undefined } });
  const { user } = await openWizard();
  await user.click(button('Discard 12 Leinster Road to 3 Abbey Street'));
  expect(useDrafts.getState().drafts.map((draft) => draft.id)).toEqual([id]);
  await user.click(button('Undo'));
  expect(useDrafts.getState().drafts).toHaveLength(2);
  expect(currentDraft()?.id).toBe(id);
});

test('a request that was discarded is not named any more after its account has logged out in another tab (SES-04)', async () => {
  logIn([]);
  beginDraft();
  beginDraft({ pickUp: { name: 'Their secret', chosen: undefined } });
  useDrafts.getState().resume(useDrafts.getState().drafts[0]?.id ?? '');
  const { user } = await openWizard();
  await user.click(await screen.findByRole('button', { name: /^Discard Their secret/ }));
  expect(screen.getByText(/Their secret/)).toBeVisible();
  act(() => useUser.getState().reset());
  expect(screen.queryByText(/Their secret/)).toBeNull();
});

test('drafts of another account are not shown', async () => {
  useDrafts.getState().createDraft({
    owner: 'someone@example.ie',
    fields: { ...currentFields(), pickUp: { name: 'Their secret', chosen: undefined } },
    step: 'package',
  });
  logIn([]);
  await openWizard();
  expect(screen.queryByText(/Their secret/)).toBeNull();
  expect(pickUpField().value).toBe('');
});

test('the panel lists three hints for each step (PRD-04)', async () => {
  beginDraft();
  const { user } = await openWizard();
  const names = () =>
    [...screen.getByRole('complementary').querySelectorAll('h3')].map((heading) => heading.textContent);
  expect(screen.getByRole('heading', { name: 'Quick, Reliable Delivery Services' })).toBeVisible();
  expect(names()).toEqual(['Saved addresses', 'Map selection', 'Fast and same-day delivery']);
  await user.click(button('Continue'));
  await waitFor(() => expect(names()[0]).toBe('Size and weight options'));
  expect(names()).toHaveLength(3);
});

function currentFields() {
  const id = beginDraft();
  const { drafts, remove } = useDrafts.getState();
  const fields = drafts.find((draft) => draft.id === id)?.fields;
  remove(id);
  if (!fields) throw new Error('No draft was made');
  return fields;
}

test('the changes of a delivery are not offered as a new request, also without what version 0.1.0 drops (DET-46)', async () => {
  logIn();
  const { createDraft } = useDrafts.getState();
  const draft = { owner: AOIFE.email, fields: { ...DEFAULT_FIELDS, ...PLACES }, step: 'summery' as const };
  act(() => void createDraft({ ...draft, id: 'delivery-7' }));
  act(() => void createDraft({ ...draft, fields: DEFAULT_FIELDS }));
  await openWizard();
  expect(screen.queryByRole('heading', { name: 'Resume your request' })).toBeNull();
});
