import { ACCOUNT_FAULTS } from './account-faults.ts';
import { APP_FAULTS } from './app-faults.ts';
import { DEVICE_FAULTS } from './device-faults.ts';
import type { Fault } from './fault.ts';
import { PAYMENT_FAULTS } from './payment-faults.ts';
import { QUEUE_FAULTS } from './queue-faults.ts';
import { RETRY_FAULTS } from './retry-faults.ts';
import { SERVER_FAULTS } from './server-faults.ts';
import { SESSION_FAULTS } from './session-faults.ts';
import { SUBMIT_FAULTS } from './submit-faults.ts';

export const FAULTS: readonly Fault[] = [
  ...SUBMIT_FAULTS,
  ...RETRY_FAULTS,
  ...QUEUE_FAULTS,
  ...DEVICE_FAULTS,
  ...APP_FAULTS,
  ...SESSION_FAULTS,
  ...ACCOUNT_FAULTS,
  ...SERVER_FAULTS,
  ...PAYMENT_FAULTS,
];
