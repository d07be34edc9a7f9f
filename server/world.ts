import type { Sessions } from './auth.ts';
import type { Settings } from './env.ts';
import type { Ports } from './ports.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What every handler may use: the ports, and what is made of them once at start. */
export type World = Ports & {
  settings: Settings;
  /** 256 bits; keys the hashes of reset codes. */
  secret: Uint8Array;
  sessions: Sessions;
  limiter: RateLimiter;
};
