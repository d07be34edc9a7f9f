import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into the servers of the browser tests, and so into their worker threads, before anything else. With the real
 * cost a hash takes a fifth of a second of processor time, and a busy machine then rejects registrations with 503.
 */
const { scryptSync } = crypto;
crypto.scryptSync = (password, salt, length, options) =>
  scryptSync(password, salt, length, { ...options, N: 16, p: 1 });
syncBuiltinESMExports();
