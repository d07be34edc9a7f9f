import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { TEMPLATES_MAX } from '../../src/domain/limits.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { deleteTemplate, listTemplates, saveTemplate } from '../../src/use-cases/deliveries/templates.ts';
import { expireSession, logOutThisDevice } from '../../src/use-cases/session/session.ts';
import { alertTitles } from '../support/account-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { cacheDeliveries, openDetails } from './deliveries-harness.tsx';
import {
  AOIFE,
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
import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';

const FIELDS = { ...DEFAULT_FIELDS, ...PLACES, isFragile: true, instructions: 'Ring twice' };
const names = async () => (await listTemplates()).map(({ name }) => name);
const section = () => screen.findByRole('region', { name: 'Your templates' });

beforeEach(async () => {
  resetDevice();
  for (const account of [undefined, AOIFE]) {
    if (account) logIn();
    for (const { id } of await listTemplates()) await deleteTemplate(id);
  }
  resetDevice();
});

test('a request is saved under a name on its summary, and opened there again with one tap (WIZ-51, LAY-09)', async () => {
  beginDraft(FIELDS, 'summery');
  const { user, router } = await openWizard('summery');
  await user.click(button('Save as template'));
  const dialog = await screen.findByRole('dialog', { name: 'Save as template' });
  const name = await within(dialog).findByRole('textbox', { name: 'Template Name' });
  expect(name).toHaveProperty('value', '12 Leinster Road to 3 Abbey Street');
  await user.clear(name);
  await user.type(name, '\u200d');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByRole('alert').textContent).toBe('Enter a name');
  await user.clear(name);
  await user.type(name, 'Flowers for Gran{Enter}');
  await waitFor(async () => expect(await names()).toEqual(['Flowers for Gran']));

  const first = currentDraft()?.id;
  await act(async () => router.navigate({ to: '/', state: {} }));
  const use = within(await section()).getByRole('button', { name: 'Use Flowers for Gran' });
  // The button stays until the summary has been rendered, and may be pressed again until then.
  act(() => {
    use.click();
    use.click();
  });
  await waitFor(() => expect(currentStep()).toBe('summery'));
  expect(useDrafts.getState().drafts.map(({ id }) => id === first)).toEqual([true, false]);
  expect(currentDraft()?.fields).toEqual(FIELDS);
});

test('a delivery is saved as a template from its details (WIZ-51)', async () => {
  logIn();
  cacheDeliveries([aDelivery({ id: 7 })]);
  const { user } = await openDetails(7);
  await user.click(button('Save as template'));
  const dialog = await screen.findByRole('dialog', { name: 'Save as template' });
  await user.click(await within(dialog).findByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await listTemplates()).toHaveLength(1));
});

test('a template can be deleted, and Undo restores it (WIZ-51)', async () => {
  await saveTemplate('Office run', FIELDS);
  const { user } = await openWizard();
  await user.click(within(await section()).getByRole('button', { name: 'Delete Office run' }));
  expect(await screen.findByText('Template deleted: Office run')).toBeTruthy();
  await waitFor(async () => expect(await names()).toEqual([]));
  await user.click(within(await section()).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Use Office run' })).toBeTruthy();
  expect(await names()).toEqual(['Office run']);
});

test('a template that the device cannot delete stays, with a message (WIZ-51)', async () => {
  await saveTemplate('Office run', FIELDS);
  const { user } = await openWizard();
  const remove = within(await section()).getByRole('button', { name: 'Delete Office run' });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  await user.click(remove);
  await waitFor(() => expect(alertTitles()).toEqual(['This device could not change your templates']));
  expect(warn).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  expect(screen.queryByText('Template deleted: Office run')).toBeNull();
  expect(await names()).toEqual(['Office run']);
});

test('the same name replaces a template, and two tabs that save at once lose neither (WIZ-51)', async () => {
  await saveTemplate('Office run', FIELDS);
  await saveTemplate('office run', { ...FIELDS, isFragile: false });
  expect(await names()).toEqual(['office run']);
  await Promise.all([saveTemplate('A', FIELDS), saveTemplate('B', FIELDS)]);
  expect(await names()).toEqual(['A', 'B', 'office run']);
});

test('a template is saved on a full device in the space of cached maps (WIZ-38, WIZ-51)', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await saveTemplate('Every Friday', FIELDS)).toBe('saved');
  expect(await listTemplates()).toHaveLength(1);
});

test('a full list and a device that cannot store say so in the dialog (WIZ-51)', async () => {
  for (let number = 0; number < TEMPLATES_MAX; number++) await saveTemplate(`Number ${number}`, FIELDS);
  beginDraft(FIELDS, 'summery');
  const { user } = await openWizard('summery');
  await user.click(button('Save as template'));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('You have 50 templates. Delete one on the Send page first.')).toBeTruthy();

  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await saveTemplate('Number 1', FIELDS)).toBe('failed');
  vi.restoreAllMocks();
});

test('no one sees the templates of another account, and a log-out deletes them (WIZ-51)', async () => {
  await saveTemplate('Guest', FIELDS);
  logIn();
  expect(await names()).toEqual([]);
  await saveTemplate('Aoife', FIELDS);
  await expireSession();
  expect(await names()).toEqual(['Guest']);
  logIn();
  expect(await names()).toEqual(['Aoife']);
  await logOutThisDevice({ retainUnsent: false });
  logIn();
  expect(await names()).toEqual([]);
});

test('a template that cannot be read is left out (WIZ-51)', async () => {
  await saveTemplate('Whole', FIELDS);
  const [whole] = await listTemplates();
  const { storeTemplate } = await import('../../src/use-cases/deliveries/templates.ts');
  await storeTemplate({ ...whole, id: 'broken', name: '' } as never);
  await openWizard();
  expect(within(await section()).getAllByRole('listitem')).toHaveLength(1);
  expect(pickUpField().value + dropOffField().value).toBe('');
});
