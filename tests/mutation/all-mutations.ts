import { ACCOUNT_MUTATIONS } from './account-mutations.ts';
import { APP_MUTATIONS } from './app-mutations.ts';
import { DEVICE_MUTATIONS } from './device-mutations.ts';
import type { Mutation } from './mutation.ts';
import { PAYMENT_MUTATIONS } from './payment-mutations.ts';
import { QUEUE_MUTATIONS } from './queue-mutations.ts';
import { RETRY_MUTATIONS } from './retry-mutations.ts';
import { SERVER_MUTATIONS } from './server-mutations.ts';
import { SESSION_MUTATIONS } from './session-mutations.ts';
import { SUBMIT_MUTATIONS } from './submit-mutations.ts';

export const MUTATIONS: readonly Mutation[] = [
  ...SUBMIT_MUTATIONS,
  ...RETRY_MUTATIONS,
  ...QUEUE_MUTATIONS,
  ...DEVICE_MUTATIONS,
  ...APP_MUTATIONS,
  ...SESSION_MUTATIONS,
  ...ACCOUNT_MUTATIONS,
  ...SERVER_MUTATIONS,
  ...PAYMENT_MUTATIONS,
];
