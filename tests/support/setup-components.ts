import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Lazy components may take long on a busy machine; one that never loads still fails the test.
configure({ asyncUtilTimeout: 5000 });

afterEach(cleanup);

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
