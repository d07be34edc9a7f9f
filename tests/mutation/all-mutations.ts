import { ACCOUNT_MUTATIONS } from './account-mutations.ts';
import { DEVICE_MUTATIONS } from './device-mutations.ts';
import type { Mutation } from './mutation.ts';
import { OUTBOX_MUTATIONS } from './outbox-mutations.ts';
import { PAYMENT_MUTATIONS } from './payment-mutations.ts';
import { SERVER_MUTATIONS } from './server-mutations.ts';
import { SESSION_MUTATIONS } from './session-mutations.ts';

export const MUTATIONS: readonly Mutation[] = [
  ...OUTBOX_MUTATIONS,
  ...DEVICE_MUTATIONS,
  ...SESSION_MUTATIONS,
  ...ACCOUNT_MUTATIONS,
  ...SERVER_MUTATIONS,
  ...PAYMENT_MUTATIONS,
];
