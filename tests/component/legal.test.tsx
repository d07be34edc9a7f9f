import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Business, DEFAULT_BUSINESS } from '../../server/config/business.ts';
import { fillBusinessSettings } from '../../server/http/business-pages.ts';
import type { StaticFiles } from '../../server/http/static-files.ts';
import { ConsentHost } from '../../src/app/Shell.tsx';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { LegalText, PrivacyScreen, TermsScreen } from '../../src/features/legal/LegalPage.tsx';
import { useApp } from '../../src/stores/app.ts';
import { startRecordingOnConsent } from '../../src/use-cases/consent/session-recording.ts';
import { renderPages } from '../support/render.tsx';

const RECORDER = 'https://recorder.example/r.js';
const configWith = (analytics: Partial<typeof DEFAULT_CONFIG.analytics>) => ({
  ...DEFAULT_CONFIG,
  analytics: { ...DEFAULT_CONFIG.analytics, ...analytics },
});
const banner = () => screen.queryByRole('region', { name: 'Cookie consent' });
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

/** The page as the server sends it with the settings of this business. */
function fillSettings(page: string, business: Business): string {
  const file = { type: 'text/html', etag: '"page"', isImmutable: false, encodings: [] };
  const files: StaticFiles = new Map([['/page.html', { ...file, content: new TextEncoder().encode(page) }]]);
  const filled = fillBusinessSettings(files, business).get('/page.html');
  return new TextDecoder().decode(filled?.content);
}

beforeEach(() => useApp.setState({ config: DEFAULT_CONFIG, hasConfig: true, consent: undefined }));

describe('Terms and privacy policy', () => {
  test.each([
    ['Terms & Conditions', TermsScreen],
    ['Privacy Policy', PrivacyScreen],
  ])(
    '%s has the effective date June 13, 2025, a company in Ireland, and placeholders for the operator (LEG-01)',
    async (title, Page) => {
      await renderPages({ '/': Page });
      expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
      expect(screen.getByText(/June 13, 2025/)).toBeVisible();
      expect(document.body.textContent).toMatch(/registered\s+in Ireland/);
      expect(document.body.textContent).toContain('[operator: company name]');
    },
  );

  test('say when an account cannot be deleted (SEC-13)', async () => {
    await renderPages({ '/': TermsScreen });
    expect(document.body.textContent.replaceAll(/\s+/g, ' ')).toContain(
      'at any time, except while a paid delivery is under way',
    );
  });

  test('name the operator and the currency of the deployment', async () => {
    const operator = {
      name: 'Parcels of Kent Ltd',
      number: '123',
      vatNumber: 'GB123456789',
      address: '1 High Street, Dover',
      region: 'Kent',
      dataProtectionContact: 'the privacy office',
      retention: 'two years',
    };
    const tariff = { ...DEFAULT_TARIFF, currency: 'GBP' };
    useApp.setState({ config: { ...DEFAULT_CONFIG, operator, tariff } });
    const page = await renderPages({ '/': TermsScreen });
    expect(document.body.textContent).toContain('between you and Parcels of Kent Ltd, a');
    expect(document.body.textContent).toContain('Prices are in British pounds (GBP).');
    expect(document.body.textContent).not.toContain('[operator:');
    page.unmount();
    await renderPages({ '/': PrivacyScreen });
    expect(document.body.textContent).toContain('kept for two years');
    expect(document.body.textContent).not.toContain('[operator:');
  });

  test('are hydrated with the settings that the server wrote into the page (LEG-01)', async () => {
    const details = <LegalText text="{operator.name: company name} {currency} {support}" />;
    const tariff = { ...DEFAULT_TARIFF, currency: 'GBP' };
    const support = { email: 'help@kent.example' };
    const operator = { name: 'Parcels of Kent Ltd' };
    const filled = fillSettings(renderToString(details), { ...DEFAULT_BUSINESS, tariff, support, operator });
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = filled;
    const paragraph = container.firstElementChild;
    const page = render(details, { container, hydrate: true });
    expect(container.textContent).toBe('Parcels of Kent Ltd British pounds (GBP) help@kent.example');
    const config = {
      ...DEFAULT_CONFIG,
      tariff,
      support: { ...DEFAULT_CONFIG.support, ...support },
      operator: { ...DEFAULT_CONFIG.operator, ...operator },
    };
    act(() => {
      useApp.setState({ config });
    });
    expect(container.firstElementChild).toBe(paragraph);
    expect(container.innerHTML).toBe(filled);
    page.unmount();
    container.remove();
  });

  test('the policy lists both tools, consent, rights, and what is stored and sent (LEG-02)', async () => {
    await renderPages({ '/': PrivacyScreen });
    const text = document.body.textContent ?? '';
    for (const words of [
      'analytics service',
      'session-recording tool',
      'Cookie consent',
      'GDPR',
      'IndexedDB',
      'Local storage',
      'Data Protection Commission',
    ])
      expect(text).toContain(words);
    expect(text).toContain('Analytics on this deployment: not set up, so it is off.');
    act(() => {
      useApp.setState({ config: configWith({ conversionId: 'AW-1/x' }) });
    });
    expect(document.body.textContent).toContain('Analytics on this deployment: set up;');
  });
});

describe('Consent (LEG-03)', () => {
  test('is not requested when no tool needs it', async () => {
    await renderPages({ '/': ConsentHost });
    expect(banner()).toBeNull();
  });

  test.each(['Refuse', 'Accept'])('is requested once, and "%s" is stored', async (choice) => {
    useApp.setState({ config: configWith({ conversionId: 'AW-1/x' }) });
    await renderPages({ '/': ConsentHost, '/privacy-policy': PrivacyScreen });
    await waitFor(() => expect(banner()).not.toBeNull());
    const [refuse, accept] = screen.getAllByRole('button');
    expect(refuse?.className).toBe(accept?.className);
    await userEvent.click(screen.getByRole('button', { name: choice }));
    expect(banner()).toBeNull();
    expect(useApp.getState().consent).toBe(choice === 'Accept' ? 'granted' : 'refused');
  });

  test('can be withdrawn and given on the policy page', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    useApp.setState({ config: configWith({ conversionId: 'AW-1/x' }), consent: 'granted' });
    await renderPages({ '/': PrivacyScreen });
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw consent' }));
    expect(useApp.getState().consent).toBe('refused');
    expect(reload).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(useApp.getState().consent).toBe('granted');
  });

  test('is required before the recording tool loads, and without it the tool never loads', () => {
    useApp.setState({ config: configWith({ sessionRecordingUrl: RECORDER }) });
    startRecordingOnConsent();
    expect(scripts()).not.toContain(RECORDER);
    useApp.setState({ consent: 'refused' });
    expect(scripts()).not.toContain(RECORDER);
    // The tests load no external script.
    const append = vi.spyOn(document.head, 'append').mockImplementation(() => undefined);
    useApp.setState({ consent: 'granted' });
    useApp.setState({ isReachable: true });
    expect(append).toHaveBeenCalledOnce();
    const [script] = append.mock.calls[0] ?? [];
    expect(script instanceof HTMLScriptElement && script.src).toBe(RECORDER);
  });
});
