import { vi } from 'vitest';

// With the real cost a hash takes a fifth of a second of processor time, and the tests make hundreds of them. Tests
// of the cost and of the time that a hash takes undo this with `vi.unmock`.
vi.mock('../../server/accounts/password-cost.ts', () => ({ PASSWORD_COST: { N: 16, r: 8, p: 1 } }));
