import { waitFor } from '@testing-library/react';
import { createStore, get } from 'idb-keyval';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { reloadOnMissingChunk } from '../../src/startup/missing-chunk.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';

let reload: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  resetAs(AOIFE);
  sessionStorage.clear();
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
});
afterEach(() => vi.unstubAllGlobals());

describe('A page whose files are missing', () => {
  beforeAll(reloadOnMissingChunk);
  const misses = () =>
    window.dispatchEvent(
      Object.assign(new Event('vite:preloadError'), { payload: new Error('Failed to fetch') }),
    );
  const reachable = (status: number | undefined) => {
    const healthCheck = vi.fn(async () => {
      if (status === undefined) throw new TypeError('Failed to fetch');
      return new Response('{}', { status });
    });
    vi.stubGlobal('fetch', healthCheck);
    return healthCheck;
  };
  /** Waits until a health check was made and every one has ended, and until what depends on it has run. */
  const settled = async ({ mock }: ReturnType<typeof reachable>) => {
    await waitFor(() => expect(mock.calls).not.toEqual([]));
    await waitFor(() => expect(mock.settledResults.map(({ type }) => type)).not.toContain('incomplete'));
    await new Promise((resolve) => setTimeout(resolve));
  };

  test('reloads once and not again and again (REL-19)', async () => {
    const healthCheck = reachable(200);
    misses();
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    misses();
    await settled(healthCheck);
    expect(reload).toHaveBeenCalledOnce();
  });

  test('stores the draft before it reloads (WIZ-32)', async () => {
    reachable(200);
    await useDrafts.persist.rehydrate();
    const id = useDrafts
      .getState()
      .createDraft({ owner: AOIFE.email, fields: DEFAULT_FIELDS, step: 'locations' });
    let storedAtReload: Promise<unknown> = Promise.resolve();
    reload.mockImplementation(() => {
      storedAtReload = get('drafts', createStore('send-stores', 'slices'));
    });
    misses();
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(JSON.stringify(await storedAtReload)).toContain(id);
  });

  test('does not reload while the user is leaving it', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000_000_000);
    window.dispatchEvent(new Event('beforeunload'));
    const healthCheck = reachable(200);
    misses();
    await settled(healthCheck);
    expect(reload).not.toHaveBeenCalled();
    // The user has stayed on the page, and some time later a file is really missing.
    clock.mockReturnValue(1_000_000_020_000);
    misses();
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test('does not reload while there is no network', async () => {
    const healthCheck = reachable(undefined);
    misses();
    await settled(healthCheck);
    expect(reload).not.toHaveBeenCalled();
  });
});
