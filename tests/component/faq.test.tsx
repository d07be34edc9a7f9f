import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { FaqScreen } from '../../src/features/faq/FaqScreen.tsx';
import { useAlerts } from '../../src/stores/alerts.ts';
import { useApp } from '../../src/stores/app.ts';
import iconPaths from '../../src/ui/icons.json';
import { iconOf, inTheme, renderPlain } from '../support/render.tsx';

beforeEach(() => {
  useAlerts.getState().reset();
  useApp.setState({ config: DEFAULT_CONFIG });
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isOpen = (name: string | RegExp) => button(name).getAttribute('aria-expanded') === 'true';
const search = () => screen.getByPlaceholderText('Search frequently asked questions...');

describe('The FAQ page', () => {
  test('shows all groups open and all answers closed at first (FAQ-02)', () => {
    renderPlain(<FaqScreen />);
    for (const name of ['Delivery', 'Packages', 'Tracking', 'Payment', 'Orders', 'Insurance', 'Account'])
      expect(isOpen(name), name).toBe(true);
    expect(screen.queryByText(/1-2 business days/)?.closest('[hidden]')).not.toBeNull();
  });

  test('is hydrated with the currency that the server wrote into the page (LEG-01)', () => {
    const page = inTheme(<FaqScreen />);
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(page).replace('euros (EUR)', 'British pounds (GBP)');
    const heading = container.querySelector('h1');
    const { unmount } = render(page, { container, hydrate: true });
    const tariff = { ...DEFAULT_TARIFF, currency: 'GBP' };
    act(() => {
      useApp.setState({ config: { ...DEFAULT_CONFIG, tariff } });
    });
    expect(container.querySelector('h1')).toBe(heading);
    expect(container.textContent).toContain('in British pounds (GBP), on');
    unmount();
    container.remove();
  });

  test('opens one answer of a group at a time (FAQ-03)', async () => {
    renderPlain(<FaqScreen />);
    await userEvent.click(button('How long does delivery take?'));
    expect(isOpen('How long does delivery take?')).toBe(true);
    await userEvent.click(button('Which areas do you deliver to?'));
    expect(isOpen('How long does delivery take?')).toBe(false);
    expect(isOpen('Which areas do you deliver to?')).toBe(true);
    await userEvent.click(button('Which areas do you deliver to?'));
    expect(isOpen('Which areas do you deliver to?')).toBe(false);
  });

  test('opens the only answer that a search finds (FAQ-10)', async () => {
    renderPlain(<FaqScreen />);
    await userEvent.type(screen.getByPlaceholderText('Search frequently asked questions...'), 'how much');
    expect(isOpen('Which payment methods do you accept?')).toBe(true);
    expect(screen.getByText(/You see the price before you complete a request/)).toBeVisible();
    await userEvent.click(button('Which payment methods do you accept?'));
    expect(isOpen('Which payment methods do you accept?')).toBe(false);
  });

  test('opens the only result also if its answer or its group was closed before (FAQ-10)', async () => {
    renderPlain(<FaqScreen />);
    await userEvent.click(button('Which payment methods do you accept?'));
    await userEvent.click(button('Which payment methods do you accept?'));
    await userEvent.click(button('Payment'));
    await userEvent.type(search(), 'how much');
    expect(isOpen('Which payment methods do you accept?')).toBe(true);
    expect(screen.getByText(/You see the price before you complete a request/)).toBeVisible();
  });

  test('closes a group with its minus and opens it with its plus', async () => {
    renderPlain(<FaqScreen />);
    expect(iconOf(button('Insurance'))).toBe(iconPaths.minus);
    await userEvent.click(button('Insurance'));
    expect(screen.queryByRole('button', { name: 'Is my package insured?' })).toBeNull();
    expect(iconOf(button('Insurance'))).toBe(iconPaths.plus);
    await userEvent.click(button('Insurance'));
    expect(button('Is my package insured?')).toBeVisible();
  });

  test('searches the answers and ignores case (FAQ-01)', async () => {
    renderPlain(<FaqScreen />);
    await userEvent.type(search(), 'NET-30');
    expect(button('How do I get a business account?')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delivery' })).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('1 question found');
  });

  test('shows that nothing was found, and Clear search shows everything again (FAQ-04)', async () => {
    renderPlain(<FaqScreen />);
    await userEvent.type(search(), 'zeppelin');
    expect(screen.getByRole('heading', { name: 'No results found' })).toBeVisible();
    expect(screen.getByText('Try different search terms or browse all FAQs')).toBeVisible();
    await userEvent.click(button('Clear search'));
    expect(button('Delivery')).toBeVisible();
  });

  test('offers support by email, and says that there is no chat yet (FAQ-05)', async () => {
    renderPlain(<FaqScreen />);
    expect(screen.getByRole('heading', { name: 'Still have questions?' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe(
      `mailto:${DEFAULT_CONFIG.support.email}`,
    );
    await userEvent.click(button('Live Chat'));
    expect(useAlerts.getState().list.map(({ type, title, message }) => [type, title, message])).toEqual([
      ['info', 'Live chat is not available yet', `You reach us by email at ${DEFAULT_CONFIG.support.email}.`],
    ]);
  });

  test('links to the chat when the operator has one', () => {
    const support = { ...DEFAULT_CONFIG.support, chatUrl: 'https://chat.example/' };
    useApp.setState({ config: { ...DEFAULT_CONFIG, support } });
    renderPlain(<FaqScreen />);
    expect(screen.getByRole('link', { name: 'Live Chat' }).getAttribute('href')).toBe(
      'https://chat.example/',
    );
  });
});
