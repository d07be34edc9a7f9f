import type { Sessions } from '../accounts/sessions.ts';
import type { Settings } from '../config/environment.ts';
import type { ServerDependencies } from '../dependencies.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';

/** The dependencies of every handler: the external services, and objects that are created from them once at start. */
export type HandlerDependencies = ServerDependencies & {
  settings: Settings;
  /** 256 bits; keys the hashes of reset codes. */
  secret: Uint8Array;
  sessions: Sessions;
  limiter: RateLimiter;
  /** The headers of every response. */
  headers: Record<string, string>;
};
