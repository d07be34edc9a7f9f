import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadChunk } from '../../src/startup/load-chunk.ts';
import { reloadOnMissingChunk } from '../../src/startup/missing-chunk.ts';
import { lazyComponent } from '../../src/ui/lazy-component.ts';
import { renderPages } from '../support/render.tsx';

let requested: string[] = [];
let styles: string[] = [];
let hasNetwork = true;
/** Whether the server has the files. It responds to health checks in any case. */
let hasFile = true;
/** What someone else in the network sends in place of a file. */
let intermediary: (() => Response) | undefined;
let healthChecks = 0;

beforeEach(() => {
  requested = [];
  styles = [];
  hasNetwork = true;
  hasFile = true;
  intermediary = undefined;
  healthChecks = 0;
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    if (!(link instanceof HTMLLinkElement)) return;
    styles.push(link.href);
    queueMicrotask(() => link.dispatchEvent(new Event('load')));
  });
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.startsWith('/assets/')) {
      healthChecks += 1;
      return Response.json({});
    }
    requested.push(url);
    if (!hasNetwork) throw new TypeError('Failed to fetch');
    if (intermediary) return intermediary();
    return new Response('code', { status: hasFile ? 200 : 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('The files of a dynamic import', () => {
  test('are loaded before the import, once each (LAY-13)', async () => {
    const importChunk = vi.fn(async () => {
      expect(requested).toHaveLength(2);
      return 'module';
    });
    expect(await loadChunk(importChunk, ['assets/a-1.js', 'assets/a-1.css'])).toBe('module');
    expect(requested).toEqual(['/assets/a-1.js', '/assets/a-1.css']);
    expect(styles).toEqual([expect.stringContaining('/assets/a-1.css')]);
    expect(await loadChunk(importChunk, ['assets/a-1.js'])).toBe('module');
    expect(requested).toHaveLength(2);
  });

  test('are not requested if the script in the head adds them to the document (LAY-07)', async () => {
    const template = document.createElement('template');
    template.id = 'app-files';
    template.innerHTML =
      '<link rel="modulepreload" href="/assets/t-1.js"><link rel="stylesheet" href="/assets/t-1.css">';
    document.body.append(template);
    expect(await loadChunk(async () => 'module', ['assets/t-1.js', 'assets/t-1.css'])).toBe('module');
    expect(requested).toEqual([]);
    expect(styles).toEqual([]);
    template.remove();
  });

  test('are not imported without a network, and requested again by the next attempt (LAY-13)', async () => {
    const importChunk = vi.fn(async () => 'module');
    hasNetwork = false;
    await expect(loadChunk(importChunk, ['assets/b-1.js'])).rejects.toThrow('/assets/b-1.js');
    expect(importChunk).not.toHaveBeenCalled();
    hasNetwork = true;
    expect(await loadChunk(importChunk, ['assets/b-1.js'])).toBe('module');
    expect(requested).toHaveLength(2);
  });
});

describe.each([
  ['a captive portal sends its page', 200],
  ['a gateway sends an error page', 502],
])('If %s in place of a file', (_, status) => {
  test('the file is not imported, and the next attempt requests it again (LAY-13)', async () => {
    const importChunk = vi.fn(async () => 'module');
    intermediary = () =>
      new Response('<h1>Sign in</h1>', { status, headers: { 'content-type': 'text/html' } });
    const file = `assets/e-${status}.js`;
    await expect(loadChunk(importChunk, [file])).rejects.toThrow(file);
    expect(importChunk).not.toHaveBeenCalled();
    intermediary = undefined;
    expect(await loadChunk(importChunk, [file])).toBe('module');
  });
});

describe('A page that misses a file', () => {
  const reload = vi.fn();
  beforeAll(reloadOnMissingChunk);
  beforeEach(() => {
    reload.mockClear();
    vi.spyOn(window.location, 'reload').mockImplementation(reload);
    sessionStorage.clear();
  });

  test('does not reload if the network failed (LAY-13)', async () => {
    hasNetwork = false;
    await expect(loadChunk(async () => 'module', ['assets/c-1.js'])).rejects.toThrow();
    await waitFor(() => expect(healthChecks).toBe(1));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(reload).not.toHaveBeenCalled();
  });

  test('does not reload if a gateway fails (LAY-13)', async () => {
    intermediary = () => new Response('', { status: 502 });
    await expect(loadChunk(async () => 'module', ['assets/f-1.js'])).rejects.toThrow();
    await waitFor(() => expect(healthChecks).toBe(1));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(reload).not.toHaveBeenCalled();
  });

  test('reloads if the server no longer has the file (REL-19)', async () => {
    hasFile = false;
    await expect(loadChunk(async () => 'module', ['assets/d-1.js'])).rejects.toThrow();
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test('does not reload for a part of the page that is loaded ahead, but once the part is needed (REL-19)', async () => {
    hasFile = false;
    const Part = lazyComponent(() => loadChunk(async () => () => <p>Package</p>, ['assets/g-1.js']));
    await Part.preload();
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(requested).toEqual(['/assets/g-1.js']);
    expect(reload).not.toHaveBeenCalled();
    render(<Part />);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});

describe('A part of a page whose code cannot be loaded', () => {
  let fails = true;
  const load = vi.fn(async () => {
    if (fails) throw new Error('The network failed');
    return () => <p>Package</p>;
  });
  beforeEach(() => {
    fails = true;
    load.mockClear();
  });

  test('says so and is loaded by "Try again" (LAY-13)', async () => {
    const Part = lazyComponent(load, { showsFailure: true });
    await renderPages({ '/': () => <Part /> });
    expect((await screen.findByRole('alert')).textContent).toContain(
      "We couldn't load this part of the page.",
    );
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Package')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('appears by itself when the network is back (LAY-13)', async () => {
    const Part = lazyComponent(load);
    render(<Part />);
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    fails = false;
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(screen.getByText('Package')).toBeVisible();
    });
  });
});
