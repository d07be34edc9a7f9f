import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Parts that load when they are opened take their time on a busy machine; a part that never comes still fails.
configure({ asyncUtilTimeout: 5000 });

afterEach(cleanup);

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
