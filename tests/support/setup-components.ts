import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';

// Parts that load when they are opened take their time on a busy machine; a part that never comes still fails.
configure({ asyncUtilTimeout: 5000 });

afterEach(cleanup);

// The app connects the client after hydration; a test that needs a session or other addresses connects its own.
configureClient({ baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }), session: () => undefined });

// What Mantine asks of a browser and happy-dom does not have.
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
