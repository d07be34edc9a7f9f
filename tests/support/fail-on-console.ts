import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Unexpected console output fails the test that caused it. A test that expects output spies on the method itself
 * (`vi.spyOn(console, 'warn')`), which replaces the spy made here.
 */
const METHODS = ['error', 'warn'] as const;
let unexpected: unknown[][] = [];

beforeEach(() => {
  unexpected = [];
  for (const method of METHODS) {
    vi.spyOn(console, method).mockImplementation((...said: unknown[]) => {
      unexpected.push([method, ...said]);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (unexpected.length > 0)
    throw new Error(`Unexpected console output: ${JSON.stringify(unexpected, null, 1)}`);
});
