import { screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { INSTRUCTIONS_MAX_LENGTH } from '../../src/contract/constants.ts';
import type { Presets } from '../../src/contract/presets.ts';
import { Draft } from '../../src/domain/draft.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { CATEGORIES } from '../../src/domain/instruction-lines.ts';
import { chooseSize } from '../../src/domain/parcel.ts';
import { toDeliveryRequestInput } from '../../src/domain/request-payload.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import {
  beginDraft,
  button,
  currentDraft,
  currentStep,
  openWizard,
  PLACES,
  resetDevice,
} from './wizard-harness.tsx';

beforeEach(resetDevice);

const PALLET = { key: 'pallet', label: 'Pallet', width: 1.2, length: 0.8, height: 1.5 };
const setPresets = (sizes: Presets['sizes']) =>
  useApp.setState(({ config }) => ({ config: { ...config, presets: { sizes, weights: [] } } }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const instructions = () => screen.getByLabelText<HTMLTextAreaElement>(/Special Instructions/);

test('a package is Standard, Light and not fragile by default (WIZ-12)', async () => {
  beginDraft();
  const { user } = await openWizard('package');
  expect(radio(/Standard 1.2\s×\s1\s×\s1\sm, 1.2\sm³/).checked).toBe(true);
  expect(radio(/Light Up to 30\skg/).checked).toBe(true);
  expect(radio(/Heavy Up to 100\skg/).checked).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /Fragile/ }).checked).toBe(false);
  await user.click(button('Continue'));
  await waitFor(() => expect(currentStep()).toBe('delivery'));
});

test('everyday sizes and weights come first, with a picture to scale (WIZ-42)', async () => {
  const id = beginDraft();
  const { user } = await openWizard('package');
  const names = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
  expect(names).toEqual([
    ...['envelope', 'shoebox', 'suitcase', 'standard', 'custom'],
    ...['upTo1', 'upTo5', 'upTo15', 'light', 'heavy', 'custom'],
  ]);
  const reference = (name: RegExp) =>
    radio(name).closest('label')?.querySelector('svg')?.getAttribute('data-reference');
  expect([reference(/Shoebox/), reference(/Suitcase/)]).toEqual(['hand', 'door']);
  await user.click(radio(/Shoebox 0.4\s×\s0.3\s×\s0.2\sm, 0.02\sm³/));
  await user.click(radio(/Up to 5\skg/));
  const fields = useDrafts.getState().drafts.find((draft) => draft.id === id)?.fields ?? DEFAULT_FIELDS;
  expect(toDeliveryRequestInput(fields)).toMatchObject({
    ...{ width: 0.4, length: 0.3, height: 0.2, volume: 0.02, weight: 5 },
  });
  await user.click(button('Continue'));
  await user.click(button('Continue'));
  expect(await screen.findByText(/Shoebox, 0.02\sm³, 5\skg/)).toBeVisible();
});

test('the weight goes with the size until the user picks another one (WIZ-42)', async () => {
  beginDraft();
  const { user } = await openWizard('package');
  const weight = () => useDrafts.getState().drafts.map(({ fields }) => [fields.weight, fields.presetWeight]);
  await user.click(radio(/Shoebox/));
  expect(weight()).toEqual([['upTo5', 5]]);
  expect(radio(/Up to 5\skg/).checked).toBe(true);
  await user.click(radio(/Standard/));
  expect(weight()).toEqual([['light', undefined]]);
  await user.click(radio(/Shoebox/));
  await user.click(radio(/Custom Enter dimensions/));
  expect(weight()).toEqual([['light', undefined]]);
  await user.click(radio(/Suitcase/));
  expect(weight()).toEqual([['upTo15', 15]]);
  await user.click(radio(/Heavy/));
  await user.click(radio(/Envelope/));
  expect(weight()).toEqual([['heavy', undefined]]);
});

test('the presets of the deployment replace the everyday ones (PRD-70)', async () => {
  setPresets([PALLET]);
  beginDraft();
  const { user } = await openWizard('package');
  const names = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
  expect(names).toEqual(['standard', 'pallet', 'custom', 'light', 'heavy', 'custom']);
  await user.click(radio(/Pallet 1.2\s×\s0.8\s×\s1.5\sm, 1.44\sm³/));
  await user.click(button('Continue'));
  await user.click(button('Continue'));
  expect(await screen.findByText(/Pallet, 1.44\sm³, 30\skg/)).toBeVisible();
});

test('a draft with a preset that is no longer offered shows its measurements as custom values (PRD-71)', async () => {
  setPresets([PALLET]);
  beginDraft({ ...PLACES, ...chooseSize('pallet', useApp.getState().config.presets) });
  setPresets([]);
  const { user } = await openWizard('package');
  expect(radio(/Custom Enter dimensions/).checked).toBe(true);
  expect(['Width', 'Length', 'Height'].map((label) => field(label).value)).toEqual(['1.2', '0.8', '1.5']);
  await user.clear(field('Height'));
  await user.type(field('Height'), '1.4');
  const { fields = DEFAULT_FIELDS } = currentDraft() ?? {};
  expect(toDeliveryRequestInput(fields)).toMatchObject({ width: 1.2, length: 0.8, height: 1.4 });
});

test('custom dimensions show their volume while they are typed', async () => {
  beginDraft();
  const { user } = await openWizard('package');
  await user.click(radio(/Custom Enter dimensions/));
  expect(screen.getByText('1 m³')).toBeVisible();
  for (const [label, metres] of [
    ['Width', '0.4'],
    ['Length', '1.3'],
    ['Height', '0.5'],
  ] as const) {
    await user.clear(field(label));
    await user.type(field(label), metres);
  }
  expect(screen.getByText('0.26 m³')).toBeVisible();
});

test('a side out of range stays with its range beside it until it is corrected (VAL-05)', async () => {
  beginDraft({ ...PLACES, size: 'custom' });
  const { user } = await openWizard('package');
  await user.clear(field('Width'));
  await user.type(field('Width'), '12');
  await user.tab();
  expect(field('Width').value).toBe('12');
  expect(field('Width').getAttribute('aria-invalid')).toBe('true');
  await user.click(field('Width'));
  expect(screen.getByText('Each side: 0.1 to 10 m')).toBeVisible();
  await user.click(button('Continue'));
  expect(currentStep()).toBe('package');
  await user.type(field('Width'), '{Backspace}');
  expect(screen.queryByText('Each side: 0.1 to 10 m')).toBeNull();
});

test('three sides out of range show their range once and are all described by it (VAL-05)', async () => {
  beginDraft({ ...PLACES, size: 'custom', width: '12', length: '12', height: '12' });
  const { user } = await openWizard('package');
  await user.click(button('Continue'));
  const ranges = screen.getAllByText('Each side: 0.1 to 10 m');
  expect(ranges.filter((range) => !range.matches('.sr-only'))).toHaveLength(1);
  for (const side of ['Width', 'Length', 'Height']) {
    expect(screen.getByRole('textbox', { name: side, description: /Each side: 0.1 to 10 m/ })).toBeVisible();
  }
});

test('a side that is no number becomes the default, with a sentence that names it (VAL-05)', async () => {
  beginDraft({ ...PLACES, size: 'custom' });
  const { user } = await openWizard('package');
  await user.clear(field('Width'));
  await user.type(field('Width'), 'wide');
  await user.tab();
  expect(field('Width').value).toBe('1');
  expect(screen.getByText(/^"wide" is not a number. Width is now 1 m/)).toBeVisible();
});

test('the smallest volume is the same on Package, on Summary and in what is sent (NUM-03)', async () => {
  const smallest = { ...PLACES, size: 'custom', width: '0.1', length: '0.1', height: '0.1' } as const;
  beginDraft(smallest);
  const { user } = await openWizard('package');
  expect(screen.getByText('0.01 m³')).toBeVisible();
  await user.click(button('Continue'));
  await user.click(button('Continue'));
  expect(screen.getByText(/0\.01\sm³/)).toBeVisible();
  expect(toDeliveryRequestInput({ ...DEFAULT_FIELDS, ...smallest })?.volume).toBe(0.01);
});

test('arrow keys change a side by its step within its limits', async () => {
  beginDraft({ ...PLACES, size: 'custom', width: '0.1', length: '10' });
  const { user } = await openWizard('package');
  await user.click(field('Width'));
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(field('Width').value).toBe('0.3');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(field('Width').value).toBe('0.1');
  await user.click(field('Length'));
  await user.keyboard('{ArrowUp}');
  expect(field('Length').value).toBe('10');
});

test.each([
  ['1,000', '999'],
  ['45 kg', '44'],
])('an arrow key changes a weight of %s as it is read', async (customWeight, lighter) => {
  beginDraft({ ...PLACES, weight: 'custom', customWeight });
  const { user } = await openWizard('package');
  await user.click(field('Custom Weight'));
  await user.keyboard('{ArrowDown}');
  expect(field('Custom Weight').value).toBe(lighter);
});

test('an empty side is required, and Continue moves the focus to it (LAY-10, LAY-40)', async () => {
  beginDraft({ ...PLACES, size: 'custom' });
  const { user } = await openWizard('package');
  await user.clear(field('Height'));
  await user.tab();
  expect(screen.getByText('Package size height is required')).toBeVisible();
  await user.click(button('Continue'));
  expect(currentStep()).toBe('package');
  await waitFor(() => expect(document.activeElement).toBe(field('Height')));
});

test('a custom weight is rounded up, stays with its range while out of it, and else becomes the first preset (WIZ-13, VAL-06)', async () => {
  beginDraft();
  const { user } = await openWizard('package');
  await user.click(radio(/Custom 1 to 1,000\skg/));
  expect(field('Custom Weight').value).toBe('30');
  const enter = async (typed: string) => {
    await user.clear(field('Custom Weight'));
    if (typed !== '') await user.type(field('Custom Weight'), typed);
    await user.tab();
    return field('Custom Weight').value;
  };
  expect(await enter('2.5')).toBe('3');
  expect(screen.getByText('2.5 kg is rounded up to 3 kg')).toBeVisible();
  expect(await enter('1500')).toBe('1500');
  expect(screen.getByText('Whole kilograms, 1 to 1,000')).toBeVisible();
  expect(await enter('heavy')).toBe('30');
  expect(screen.getByText(/^"heavy" is not a number. Weight is now 30 kg/)).toBeVisible();
  expect(await enter('')).toBe('');
  expect(screen.getByText('Package weight is required')).toBeVisible();
});

test('a package above the usual limits shows a notice and is accepted (WIZ-31)', async () => {
  beginDraft({ ...PLACES, size: 'custom', width: '2', weight: 'custom', customWeight: '40' });
  const { user } = await openWizard('package');
  expect(screen.getByText(/above our usual package limit of 50 pounds \(22.7 kg\)/)).toBeVisible();
  expect(screen.getByText(/more than our usual limit of 130 inches \(330 cm\)/)).toBeVisible();
  await user.click(button('Continue'));
  await waitFor(() => expect(currentStep()).toBe('delivery'));
});

test('a category is a visible line of the instructions, and all fourteen can be chosen (WIZ-22)', async () => {
  beginDraft({ ...PLACES, instructions: 'Ring twice' });
  const { user } = await openWizard('package');
  const chooser = field('Category optional');
  for (const label of Object.values(CATEGORIES))
    expect(screen.getByRole('option', { name: label })).toBeVisible();
  await user.selectOptions(chooser, 'Flowers');
  expect(instructions().value).toBe('Category: Flowers\nRing twice');
  await user.selectOptions(chooser, 'E-commerce and Online Shopping');
  expect(instructions().value).toBe('Category: E-commerce and Online Shopping\nRing twice');
  await user.selectOptions(chooser, 'None');
  expect(instructions().value).toBe('Ring twice');
});

test('editing the line changes the chosen category', async () => {
  beginDraft({ ...PLACES, instructions: 'Category: Flowers' });
  const { user } = await openWizard('package');
  expect(field('Category optional').value).toBe('flowers');
  await user.clear(instructions());
  expect(field('Category optional').value).toBe('');
});

test('each choice is stored in the draft at once (WIZ-14)', async () => {
  beginDraft();
  const { user } = await openWizard('package');
  await user.click(screen.getByRole('switch', { name: /Fragile/ }));
  await user.type(instructions(), 'Ring twice');
  await user.click(radio(/Heavy/));
  expect(currentDraft()?.fields).toMatchObject({
    isFragile: true,
    instructions: 'Ring twice',
    weight: 'heavy',
  });
});

test('an empty size and an empty weight show that they are required (VAL-04)', async () => {
  beginDraft({ ...PLACES, size: undefined, weight: undefined });
  const { user } = await openWizard('package');
  await user.click(button('Continue'));
  expect(screen.getByText('Package size is required')).toBeVisible();
  expect(screen.getByText('Package weight is required')).toBeVisible();
});

test('pasted instructions that are too long stay whole, with a sentence beside them, until they are shorter (WIZ-14)', async () => {
  beginDraft();
  const { user } = await openWizard('package');
  await user.click(instructions());
  await user.paste('x'.repeat(INSTRUCTIONS_MAX_LENGTH * 2));
  expect(instructions().value).toHaveLength(INSTRUCTIONS_MAX_LENGTH * 2);
  expect(
    screen.getByRole('textbox', { name: /Instructions/, description: /at most 4,950 characters/ }),
  ).toBeVisible();
  await user.click(button('Continue'));
  await waitFor(() => expect(document.activeElement).toBe(instructions()));
  expect(currentStep()).toBe('package');
  const reloaded = v.parse(Draft, JSON.parse(JSON.stringify(currentDraft())));
  expect(reloaded.fields.instructions).toHaveLength(INSTRUCTIONS_MAX_LENGTH * 2);

  instructions().setSelectionRange(INSTRUCTIONS_MAX_LENGTH, INSTRUCTIONS_MAX_LENGTH * 2);
  await user.keyboard('{Delete}');
  await user.click(button('Continue'));
  await waitFor(() => expect(currentStep()).toBe('delivery'));
});
