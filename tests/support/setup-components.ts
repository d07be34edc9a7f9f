import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';

// Lazy components may take long on a busy machine; one that never loads still fails the test.
configure({ asyncUtilTimeout: 15_000 });

afterEach(cleanup);

// React's development build records a stack for each of the first 10,000 elements in a second, which takes a fifth of the
// time of these tests. It records none when its count is above that. Should React rename its count, only time is lost.
const internals: object = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
  configurable: true,
});

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
