import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';

// Lazy components may take long on a busy machine; one that never loads still fails the test.
configure({ asyncUtilTimeout: 15_000 });

afterEach(cleanup);

// The app connects the client after hydration; a test that needs a session or other addresses connects its own.
configureClient({ baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }), session: () => undefined });

// The script in the head of the page does this.
addEventListener('popstate', (event) => window.handleOverlayPop?.(event));

// Browser features that Mantine needs and happy-dom lacks.
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
    onchange: null,
  }) as MediaQueryList;
